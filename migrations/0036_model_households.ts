import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Households whose owner lets the language model read school mail. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("model_households")
    .addColumn("household_id", "text", (column) =>
      column.primaryKey().notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("allowed_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
}
