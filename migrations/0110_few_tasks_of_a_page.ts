import { type Kysely, sql } from "kysely";

/** Pages name assignees, requests without an answer and what was done this month, and read only these. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index tasks_by_assignee on tasks (household_id, assignee)
    where is_completed = 0 and deleted_at is null and assignee is not null`.execute(db);
  await sql`
    create index tasks_by_request on tasks (household_id, delegation_status, created_at)
    where is_completed = 0 and deleted_at is null and delegated_to is not null`.execute(db);
  await sql`
    create index tasks_by_done_at on tasks (household_id, done_at)
    where is_completed = 1 and deleted_at is null`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_by_done_at").execute();
  await db.schema.dropIndex("tasks_by_request").execute();
  await db.schema.dropIndex("tasks_by_assignee").execute();
}
