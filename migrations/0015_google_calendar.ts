import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("calendar_connections")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("sub", "text", (column) => column.notNull().unique())
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("refresh_token", "text", (column) => column.notNull())
    .addColumn("calendar_id", "text", (column) => column.notNull().defaultTo("primary"))
    .addColumn("calendar_name", "text")
    .addColumn("problem", "text", (column) =>
      column.check(sql`problem in ('grant_gone', 'calendar_gone')`),
    )
    .addColumn("connected_at", "text", (column) => column.notNull())
    .addColumn("last_saved_at", "text")
    .modifyEnd(sql`strict`)
    .execute();

  const bit = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
  await db.schema
    .createTable("calendar_entries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("calendar_id", "text")
    .addColumn("is_there", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_there")),
    )
    .addColumn("is_asked", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_asked")),
    )
    .addColumn("is_by_hand", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_by_hand")),
    )
    .addColumn("is_followed", "integer", (column) =>
      column.notNull().defaultTo(1).check(bit("is_followed")),
    )
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("calendar_entries_of_task", ["task_id", "user_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("calendar_entries_of_user")
    .on("calendar_entries")
    .column("user_id")
    .execute();

  // Who signed in with Google and allowed the calendar is connected by that.
  await sql`
    insert into calendar_connections (user_id, sub, email, refresh_token, connected_at)
    select user_id, sub, email, refresh_token, created_at from google_accounts where refresh_token is not null
  `.execute(db);
  await sql`
    update user_preferences set google_calendar_enabled = 1
    where user_id in (select user_id from calendar_connections)
  `.execute(db);
  await db.schema.alterTable("google_accounts").dropColumn("refresh_token").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("google_accounts").addColumn("refresh_token", "text").execute();
  await db.schema.dropTable("calendar_entries").execute();
  await db.schema.dropTable("calendar_connections").execute();
}
