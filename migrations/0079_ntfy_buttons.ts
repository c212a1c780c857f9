import type { Kysely } from "kysely";

/** A new topic ends the buttons of notifications that the old one got. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("user_preferences")
    .addColumn("ntfy_version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").dropColumn("ntfy_version").execute();
}
