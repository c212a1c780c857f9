import { type Kysely, sql } from "kysely";

/** Households of thousands of tasks that a change concerns: naming each of these tasks at once took too long. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table households_to_announce (
      household_id text not null primary key references households (id) on delete cascade,
      changed_at text not null,
      changes integer not null default 1
    ) strict, without rowid`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("households_to_announce").execute();
}
