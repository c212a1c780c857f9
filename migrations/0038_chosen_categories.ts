import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("task_readings")
    .addColumn("is_category_chosen", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_category_chosen in (0, 1)`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("task_readings").dropColumn("is_category_chosen").execute();
}
