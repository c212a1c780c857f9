import { type Kysely, sql } from "kysely";

// What was read out of dedupe_key until now: CAUSE:CHANNEL, or CAUSE:STAND-IN:CHOSEN.
const channelsOfKeys = [":sms:whatsapp", ":whatsapp", ":sms", ":email", ":calendar"];
const uuidLength = 36;

export async function up(db: Kysely<any>): Promise<void> {
  const deliveries = db.schema.alterTable("deliveries");
  await deliveries.addColumn("payload", "text").execute();
  await deliveries.addColumn("cause", "text", (column) => column.notNull().defaultTo("")).execute();
  await deliveries.addColumn("stands_in_for", "text").execute();
  await deliveries
    .addColumn("is_own", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_own in (0, 1)`),
    )
    .execute();

  for (const end of channelsOfKeys) {
    await sql`update deliveries set cause = substr(dedupe_key, 1, length(dedupe_key) - ${end.length})
      where cause = '' and dedupe_key like ${`%${end}`}`.execute(db);
  }
  await sql`update deliveries set cause = dedupe_key where cause = ''`.execute(db);
  await sql`update deliveries set stands_in_for = 'whatsapp'
    where channel != 'whatsapp' and dedupe_key like '%:whatsapp'`.execute(db);
  await sql`update deliveries set is_own = 1
    where kind in ('reminder', 'late_reminders', 'daily_summary', 'test')`.execute(db);
  await sql`update deliveries set payload = json_object('version', cast(${afterSubject("invitation")} as integer))
    where kind = 'invitation'`.execute(db);
  // The answer ends the cause, unless the time when the task was done follows.
  await sql`update deliveries set payload = json_object('answer', case
      when ${afterSubject("delegation_answer")} like 'done:%' then 'done'
      else ${afterSubject("delegation_answer")} end)
    where kind = 'delegation_answer'`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const column of ["is_own", "stands_in_for", "cause", "payload"])
    await db.schema.alterTable("deliveries").dropColumn(column).execute();
}

/** What follows KIND:SUBJECT: in the cause. */
function afterSubject(kind: string) {
  return sql`substr(cause, ${sql.lit(kind.length + 1 + uuidLength + 1 + 1)})`;
}
