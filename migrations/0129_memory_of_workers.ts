import type { Kysely } from "kysely";

/** The worker says how much memory it uses, because monitoring asks the server. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("workers").addColumn("memory_bytes", "integer").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("workers").dropColumn("memory_bytes").execute();
}
