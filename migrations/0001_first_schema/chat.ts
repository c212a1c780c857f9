import { type Kysely, sql } from "kysely";
import { addIndexes, bit, key, partOf, preset, required } from "./builder.ts";

export async function createChat(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("telegram_bots")
    .addColumn("id", "text", key)
    .addColumn("username", "text")
    .addColumn("next_update", "integer", preset(0))
    .addColumn("updated_at", "text", required)
    .addColumn("lease_holder", "text", required)
    .addColumn("lease_until", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("telegram_codes")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("requested_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("chat_requests")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("is_charged", "integer", bit("is_charged"))
    .addColumn("type", "text", required)
    .addColumn("task_ids", "text", required)
    .addColumn("received_at", "text", required)
    .addColumn("undone_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "chat_requests", {
    chat_requests_of_user: { on: ["user_id", "received_at"] },
  });

  await db.schema
    .createTable("unknown_senders")
    .addColumn("sender", "text", key)
    .addColumn("answered_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "unknown_senders", {
    unknown_senders_by_age: { on: ["answered_at"] },
  });
}
