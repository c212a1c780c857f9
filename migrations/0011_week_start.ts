import { type Kysely } from "kysely";

/** The day on which a user's weeks begin. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("profiles")
    .addColumn("week_start", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
