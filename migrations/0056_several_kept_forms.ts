import { type Kysely, sql } from "kysely";
import { up as keepOneForm } from "./0051_kept_forms.ts";

/** A form is kept for an hour: those of the version before are dropped. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("kept_forms").execute();
  await db.schema
    .createTable("kept_forms")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("kept_forms_pk", ["user_id", "path"])
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("kept_forms").execute();
  await keepOneForm(db);
}
