import { type Kysely, sql } from "kysely";

const columns = ["next_way_enabled", "nag_enabled"];

export async function up(db: Kysely<any>): Promise<void> {
  for (const column of columns) {
    await db.schema
      .alterTable("user_preferences")
      .addColumn(column, "integer", (definition) =>
        definition
          .notNull()
          .defaultTo(0)
          .check(sql`${sql.ref(column)} in (0, 1)`),
      )
      .execute();
  }
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.deleteFrom("deliveries").where("kind", "=", "reminder_again").execute();
  for (const column of columns)
    await db.schema.alterTable("user_preferences").dropColumn(column).execute();
}
