import type { Kysely } from "kysely";

/** A break concerns every series that skips it: the worker moves their open occurrences, a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("series")
    .addColumn("is_to_fit", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("series").dropColumn("is_to_fit").execute();
}
