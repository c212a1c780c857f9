import { type Kysely, sql } from "kysely";

const columns = [
  ["refusals", "retry_count"],
  ["deaths", "crash_count"],
  ["handed_over_at", "enqueued_at"],
] as const;

export async function up(db: Kysely<any>): Promise<void> {
  for (const [before, after] of columns)
    await sql`alter table deliveries rename column ${sql.ref(before)} to ${sql.ref(after)}`.execute(
      db,
    );
  await renameEmails(db, "emails_to_strangers", "external_emails");
}

export async function down(db: Kysely<any>): Promise<void> {
  await renameEmails(db, "external_emails", "emails_to_strangers");
  for (const [before, after] of columns)
    await sql`alter table deliveries rename column ${sql.ref(after)} to ${sql.ref(before)}`.execute(
      db,
    );
}

/** SQLite keeps the old names of a renamed table's indexes. */
async function renameEmails(db: Kysely<any>, before: string, after: string): Promise<void> {
  await db.schema.alterTable(before).renameTo(after).execute();
  await db.schema.dropIndex(`${before}_by_email`).execute();
  await db.schema.createIndex(`${after}_by_email`).on(after).columns(["email", "kind"]).execute();
  await db.schema.dropIndex(`${before}_by_age`).execute();
  await db.schema.createIndex(`${after}_by_age`).on(after).column("written_at").execute();
}
