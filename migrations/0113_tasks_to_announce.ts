import { type Kysely, sql } from "kysely";

/** Tasks that a change of their household concerns: what follows from it is done a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table tasks_to_announce (
      task_id text not null primary key references tasks (id) on delete cascade,
      household_id text not null,
      changed_at text not null,
      run_at text not null
    ) strict, without rowid`.execute(db);
  await sql`create index tasks_to_announce_of_household on tasks_to_announce (household_id, run_at)`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("tasks_to_announce").execute();
}
