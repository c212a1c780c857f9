import type { Kysely } from "kysely";

/** Cookies are bound to their names from now on. */
export async function up(db: Kysely<any>): Promise<void> {
  const value = new Date().toISOString();
  await db.insertInto("instance_facts").values({ name: "cookies_bound_at", value }).execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.deleteFrom("instance_facts").where("name", "=", "cookies_bound_at").execute();
}
