import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("title", "text", (column) => column.notNull().check(sql`length(trim(title)) > 0`))
    .addColumn("category", "text", (column) =>
      column.notNull().check(sql`category in ('Kids', 'Household', 'Elders')`),
    )
    .addColumn("description", "text")
    .addColumn("due_date", "text", (column) =>
      column.check(sql`due_date glob '????-??-??T??:??:??.???Z'`),
    )
    .addColumn("due_local", "text", (column) =>
      column.check(sql`due_local glob '????-??-??T??:??'`),
    )
    .addColumn("due_time_zone", "text")
    .addColumn("is_completed", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_completed in (0, 1)`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("delegated_to", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addColumn("assignee", "text")
    .addColumn("delegation_status", "text", (column) =>
      column
        .notNull()
        .defaultTo("none")
        .check(sql`delegation_status in ('none', 'pending', 'accepted', 'declined')`),
    )
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("deleted_at", "text")
    .addColumn("request_id", "text")
    .addCheckConstraint(
      "tasks_due_whole",
      sql`(due_date is null) = (due_local is null) and (due_date is null) = (due_time_zone is null)`,
    )
    .addUniqueConstraint("tasks_once_a_request", ["user_id", "request_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("tasks_of_household")
    .on("tasks")
    .columns(["household_id", "is_completed", "created_at desc", "id desc"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema.createIndex("tasks_by_delegate").on("tasks").column("delegated_to").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("tasks").execute();
}
