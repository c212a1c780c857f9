import { type Kysely, sql } from "kysely";

/** For the owner's list: the messages that did not go out are few among all. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index deliveries_failed on deliveries (id) where state in ('failed', 'undelivered')`.execute(
    db,
  );
  await sql`
    create index deliveries_not_sent on deliveries (id) where state in ('cancelled', 'merged', 'expired')
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_not_sent").execute();
  await db.schema.dropIndex("deliveries_failed").execute();
}
