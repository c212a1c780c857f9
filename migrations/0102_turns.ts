import { type Kysely, sql } from "kysely";

/** Finds whose work is due without reading all of it, and who has how many messages in the queue. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index deliveries_ready_of_user on deliveries (channel, user_id, not_before) where state = 'ready'
  `.execute(db);
  await sql`
    create index deliveries_in_queue on deliveries (channel, user_id)
    where state in ('ready', 'sending') and enqueued_at is not null
  `.execute(db);
  await db.schema
    .alterTable("series_occurrences")
    .addColumn("household_id", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`
    update series_occurrences
    set household_id = (select household_id from series where series.id = series_occurrences.series_id)
  `.execute(db);
  await sql`
    create index series_occurrences_to_miss_of_household on series_occurrences (household_id, missed_at)
    where missed_at is not null
  `.execute(db);
  await sql`
    create index series_to_plan_of_household on series (household_id, plans_at) where plans_at is not null
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("series_to_plan_of_household").execute();
  await db.schema.dropIndex("series_occurrences_to_miss_of_household").execute();
  await db.schema.alterTable("series_occurrences").dropColumn("household_id").execute();
  await db.schema.dropIndex("deliveries_in_queue").execute();
  await db.schema.dropIndex("deliveries_ready_of_user").execute();
}
