import { type Kysely, sql } from "kysely";

/** Finds the messages that went out to a user lately without reading those that did not. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index deliveries_gone_out on deliveries (user_id, channel, claimed_at)
    where state in ('sending', 'unknown', 'sent', 'delivered', 'undelivered', 'failed')`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_gone_out").execute();
}
