import { type Kysely, sql } from "kysely";

/** A task that was missed can still be done, and says when it was done. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("tasks").addColumn("done_at", "text").execute();
  await db.schema
    .alterTable("tasks")
    .addColumn("was_missed", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`was_missed in (0, 1)`),
    )
    .execute();
  await db
    .updateTable("tasks")
    .set((eb) => ({ done_at: eb.ref("marked_at") }))
    .where("is_completed", "=", 1)
    .execute();
  const missed = db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("state", "=", "missed");
  await db
    .updateTable("tasks")
    .set({ was_missed: 1 })
    .where("id", "in", missed.where("task_id", "is not", null))
    .where("deleted_at", "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("tasks").dropColumn("was_missed").execute();
  await db.schema.alterTable("tasks").dropColumn("done_at").execute();
}
