import { type Kysely, sql } from "kysely";

/** SQLite can change a check only with a new table. The types in db/ know the channels, so none replaces it. */
const channelCheck = / check \(channel in \([^)]*\)\)/;
const oldChannels = " check (channel in ('sms', 'whatsapp', 'email', 'calendar'))";

export async function up(db: Kysely<any>): Promise<void> {
  await rewriteDeliveries(db, (created) => created.replace(channelCheck, ""));
  await db.schema.alterTable("user_preferences").addColumn("ntfy_topic", "text").execute();
  await db.schema.alterTable("user_preferences").addColumn("telegram_chat", "text").execute();
  await sql`create unique index user_preferences_by_chat on user_preferences (telegram_chat)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index user_preferences_by_chat`.execute(db);
  await db.schema.alterTable("user_preferences").dropColumn("telegram_chat").execute();
  await db.schema.alterTable("user_preferences").dropColumn("ntfy_topic").execute();
  await db.deleteFrom("deliveries").where("channel", "in", ["ntfy", "telegram"]).execute();
  await rewriteDeliveries(db, (created) =>
    channelCheck.test(created) ? created : created.replace(/("channel" text not null)/, `$1${oldChannels}`),
  );
}

async function rewriteDeliveries(db: Kysely<any>, rewrite: (created: string) => string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'deliveries' and sql is not null
  `.execute(db);
  const created = rows.find(({ type }) => type === "table")?.sql ?? "";
  const rewritten = rewrite(created);
  if (rewritten === created) return;
  await sql.raw(rewritten.replaceAll('"deliveries"', '"deliveries_new"')).execute(db);
  await sql`insert into deliveries_new select * from deliveries`.execute(db);
  await sql`drop table deliveries`.execute(db);
  await sql`alter table deliveries_new rename to deliveries`.execute(db);
  for (const index of rows.filter(({ type }) => type === "index")) await sql.raw(index.sql).execute(db);
}
