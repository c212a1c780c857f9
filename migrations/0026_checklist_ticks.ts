import type { Kysely } from "kysely";

/** Of two ticks of a checklist's item the later one counts, also if it arrives first. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("checklist_items").addColumn("tick_changed_at", "text").execute();
}
