import type { Kysely } from "kysely";

/** What carries the last messages of a deleted account. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("users").addColumn("departed_at", "text").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.deleteFrom("users").where("departed_at", "is not", null).execute();
  await db.schema.alterTable("users").dropColumn("departed_at").execute();
}
