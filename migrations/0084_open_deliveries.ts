import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index deliveries_open on deliveries (id, channel, state) where state in ('ready', 'sending', 'unknown')
  `.execute(db);
  await sql`
    create index deliveries_charged on deliveries (channel, id, repeated_at)
    where channel in ('sms', 'whatsapp') and state in ('sent', 'delivered', 'undelivered')
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_charged").execute();
  await db.schema.dropIndex("deliveries_open").execute();
}
