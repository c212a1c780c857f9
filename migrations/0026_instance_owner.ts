import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("is_owner", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_owner in (0, 1)`),
    )
    .execute();
  await db.schema.alterTable("users").addColumn("last_seen_at", "text").execute();
  await sql`create unique index users_owner on users (is_owner) where is_owner = 1`.execute(db);
  await sql`update users set is_owner = 1
    where id = (select id from users order by created_at, id limit 1)`.execute(db);
  await sql`update users
    set last_seen_at = (select max(last_used_at) from sessions where user_id = users.id)`.execute(
    db,
  );
  await db.schema
    .alterTable("password_resets")
    .addColumn("is_emailed", "integer", (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`is_emailed in (0, 1)`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("password_resets").dropColumn("is_emailed").execute();
  await db.schema.dropIndex("users_owner").execute();
  await db.schema.alterTable("users").dropColumn("last_seen_at").execute();
  await db.schema.alterTable("users").dropColumn("is_owner").execute();
}
