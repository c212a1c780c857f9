import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** A household's lists, such as the shopping list, and their items. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("lists")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_shopping", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("lists_of_household").on("lists").column("household_id").execute();
  await db.schema
    .createIndex("shopping_list_of_household")
    .on("lists")
    .column("household_id")
    .unique()
    .where("is_shopping" as never, "=", 1)
    .execute();
  await db.schema
    .createIndex("deleted_lists")
    .on("lists")
    .column("deleted_at")
    .where("deleted_at" as never, "is not", null)
    .execute();
  await db.schema
    .createTable("list_items")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("list_id", "text", (column) =>
      column.notNull().references("lists.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("added_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("added_request", "text", (column) => column.notNull())
    .addColumn("back_request", "text")
    .addColumn("ticked_at", "text")
    .addColumn("tick_changed_at", "text")
    .addColumn("deleted_at", "text")
    .addColumn("same_as", "text", (column) =>
      column.references("list_items.id").onDelete("set null"),
    )
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("list_items_of_list")
    .on("list_items")
    .columns(["list_id", "name_key"])
    .where("deleted_at" as never, "is", null)
    .execute();
  await db.schema
    .createIndex("list_items_by_request")
    .on("list_items")
    .columns(["list_id", "added_request"])
    .execute();
  await db.schema
    .createIndex("list_items_added_by")
    .on("list_items")
    .columns(["added_by", "added_at"])
    .execute();
  await db.schema
    .createIndex("list_items_same_as")
    .on("list_items")
    .column("same_as")
    .where("same_as" as never, "is not", null)
    .execute();
  await db.schema
    .createIndex("deleted_list_items")
    .on("list_items")
    .column("deleted_at")
    .where("deleted_at" as never, "is not", null)
    .execute();
  await db.schema
    .createTable("bought_items")
    .addColumn("list_id", "text", (column) =>
      column.notNull().references("lists.id").onDelete("cascade"),
    )
    .addColumn("name_key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("times", "integer", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("bought_items_key", ["list_id", "name_key"])
    .modifyEnd(strict)
    .execute();
}
