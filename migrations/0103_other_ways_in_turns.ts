import { type Kysely, sql } from "kysely";

/** Finds the users whose messages are to go another way without reading all of one user's. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_wanting_other_way").execute();
  await sql`create index deliveries_wanting_other_way on deliveries (user_id, id) where other_way = 'wanted'`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("deliveries_wanting_other_way").execute();
  await sql`create index deliveries_wanting_other_way on deliveries (id) where other_way = 'wanted'`.execute(
    db,
  );
}
