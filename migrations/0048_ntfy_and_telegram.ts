import { type Kysely, sql } from "kysely";

const channelCheck = / check \(channel in \([^)]*\)\)/;

export async function up(db: Kysely<any>): Promise<void> {
  await dropChannelCheck(db);
  await db.schema.alterTable("user_preferences").addColumn("ntfy_topic", "text").execute();
  await db.schema.alterTable("user_preferences").addColumn("telegram_chat", "text").execute();
  await sql`create unique index user_preferences_by_chat on user_preferences (telegram_chat)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index user_preferences_by_chat`.execute(db);
  await db.schema.alterTable("user_preferences").dropColumn("telegram_chat").execute();
  await db.schema.alterTable("user_preferences").dropColumn("ntfy_topic").execute();
  // The check stays away: the types know the channels.
  await db.deleteFrom("deliveries").where("channel", "in", ["ntfy", "telegram"]).execute();
}

/** SQLite cannot drop a check, so this makes a new table. */
async function dropChannelCheck(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'deliveries' and sql is not null
  `.execute(db);
  const table = rows.find(({ type }) => type === "table")?.sql ?? "";
  if (!channelCheck.test(table)) return;
  // Its references to itself follow when it is renamed.
  const unchecked = table.replace(channelCheck, "").replaceAll('"deliveries"', '"deliveries_new"');
  await sql.raw(unchecked).execute(db);
  await sql`insert into deliveries_new select * from deliveries`.execute(db);
  await sql`drop table deliveries`.execute(db);
  await sql`alter table deliveries_new rename to deliveries`.execute(db);
  for (const index of rows.filter(({ type }) => type === "index")) await sql.raw(index.sql).execute(db);
}
