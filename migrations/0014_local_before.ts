import { type Kysely } from "kysely";

/** The wall clock before a move, which the clocks may skip and no instant gives back. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("task_events").addColumn("local_before", "text").execute();
}
