import { type Kysely, sql } from "kysely";

/** The view of Home that a user always wants, and an index of the newest tasks without a date. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("profiles")
    .addColumn("home_view", "text", (column) => column.notNull().defaultTo("area"))
    .execute();
  await sql`
    create index tasks_undated on tasks (household_id, created_at desc, id desc)
    where is_completed = 0 and deleted_at is null and due_date is null
  `.execute(db);
}
