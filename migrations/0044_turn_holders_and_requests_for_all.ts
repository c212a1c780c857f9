import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table tasks add column turn_user_id text references users (id) on delete set null`.execute(
    db,
  );
  await sql`create index tasks_by_turn on tasks (turn_user_id) where turn_user_id is not null`.execute(
    db,
  );
  await sql`
    update tasks set turn_user_id = (select turn_user from series_occurrences where task_id = tasks.id)
    where id in (select task_id from series_occurrences where state = 'open' and turn_user is not null)
  `.execute(db);

  await db.schema
    .alterTable("delegations")
    .addColumn("is_for_all", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_for_all in (0, 1)`),
    )
    .execute();
  await db.schema.alterTable("delegations").addColumn("turns_before", "text").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("delegations").dropColumn("turns_before").execute();
  await db.schema.alterTable("delegations").dropColumn("is_for_all").execute();
  await db.schema.dropIndex("tasks_by_turn").execute();
  await db.schema.alterTable("tasks").dropColumn("turn_user_id").execute();
}
