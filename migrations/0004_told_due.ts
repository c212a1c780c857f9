import type { Kysely } from "kysely";

/** Who said yes hears of a new date once: what they know is kept. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("delegations").addColumn("told_due", "text").execute();
  await db
    .updateTable("delegations")
    .set(({ fn, ref, selectFrom, val }) => ({
      told_due: fn.coalesce(
        ref("agreed_due"),
        selectFrom("tasks").select("due_date").whereRef("tasks.id", "=", "delegations.task_id"),
        val(""),
      ),
    }))
    .where("state", "=", "accepted")
    .execute();
}
