import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("email_verified_at", "text")
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addCheckConstraint(
      "users_email_normalized",
      sql`email = lower(trim(email)) and email like '%_@_%'`,
    )
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_by_use").on("sessions").column("last_used_at").execute();

  await db.schema
    .createTable("sign_in_failures")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("ip_address", "text", (column) => column.notNull())
    .addColumn("failed_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("sign_in_failures_by_email")
    .on("sign_in_failures")
    .columns(["email", "failed_at"])
    .execute();
  await db.schema
    .createIndex("sign_in_failures_by_ip_address")
    .on("sign_in_failures")
    .columns(["ip_address", "failed_at"])
    .execute();
  await db.schema
    .createIndex("sign_in_failures_by_age")
    .on("sign_in_failures")
    .column("failed_at")
    .execute();

  await db.schema
    .createTable("profiles")
    .addColumn("id", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("role", "text", (column) =>
      column
        .notNull()
        .defaultTo("parent")
        .check(sql`role in ('mom', 'dad', 'parent', 'caregiver')`),
    )
    .addColumn("time_zone", "text")
    .addColumn("updated_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const table of ["profiles", "sign_in_failures", "sessions", "users"])
    await db.schema.dropTable(table).execute();
}
