import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Secrets with which other programs act for an account. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("access_tokens")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .addColumn("last_network", "text")
    .modifyEnd(strict)
    .execute();
  for (const column of ["user_id", "household_id"])
    await db.schema
      .createIndex(`access_tokens_by_${column}`)
      .on("access_tokens")
      .column(column)
      .execute();
}
