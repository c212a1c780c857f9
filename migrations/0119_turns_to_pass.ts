import type { Kysely } from "kysely";

/** Someone may be away who has hundreds of turns: the worker passes them on, a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("series")
    .addColumn("is_turn_to_pass", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("series").dropColumn("is_turn_to_pass").execute();
}
