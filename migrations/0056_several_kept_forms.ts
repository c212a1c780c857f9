import { type Kysely, sql } from "kysely";

/** A form is kept for an hour: those of the version before are dropped. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("kept_forms").execute();
  await db.schema
    .createTable("kept_forms")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("kept_forms_pk", ["user_id", "path"])
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("kept_forms").execute();
  await db.schema
    .createTable("kept_forms")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}
