import { type Kysely } from "kysely";

/** The view of Home that a user always wants. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("profiles")
    .addColumn("home_view", "text", (column) => column.notNull().defaultTo("area"))
    .execute();
}
