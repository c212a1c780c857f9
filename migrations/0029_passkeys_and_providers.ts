import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "integer", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("passkeys_by_user").on("passkeys").column("user_id").execute();

  await db.schema
    .createTable("used_challenges")
    .addColumn("challenge", "text", (column) => column.primaryKey().notNull())
    .addColumn("used_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .alterTable("sessions")
    .addColumn("must_add_factor", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`must_add_factor in (0, 1)`),
    )
    .execute();

  await db.schema
    .createTable("oidc_accounts")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("sub", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("oidc_accounts_key", ["issuer", "sub"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("oidc_accounts_by_user")
    .unique()
    .on("oidc_accounts")
    .columns(["user_id", "issuer"])
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("oidc_accounts").execute();
  await db.schema.alterTable("sessions").dropColumn("must_add_factor").execute();
  await db.schema.dropTable("used_challenges").execute();
  await db.schema.dropTable("passkeys").execute();
}
