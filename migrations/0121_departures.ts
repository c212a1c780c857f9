import { type Kysely, sql } from "kysely";

/** Whoever leaves may have added thousands of tasks: the worker hands them to the household's owner, a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table departures (
      user_id text not null references users (id) on delete cascade,
      household_id text not null references households (id) on delete cascade,
      left_at text not null,
      constraint departures_key primary key (user_id, household_id)
    ) strict, without rowid`.execute(db);
  await sql`create index departures_of_household on departures (household_id)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("departures").execute();
}
