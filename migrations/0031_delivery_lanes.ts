import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("deliveries_ready_by_kind")
    .on("deliveries")
    .where(sql.ref("state"), "=", "ready")
    .columns(["kind", "due_at"])
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_ready_by_kind").execute();
}
