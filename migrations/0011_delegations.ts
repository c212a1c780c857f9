import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("delegations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("asked_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("family_member_id", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addColumn("delegate_name", "text", (column) => column.notNull())
    .addColumn("method", "text", (column) =>
      column.notNull().check(sql`method in ('sms', 'whatsapp', 'email', 'link')`),
    )
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .defaultTo("pending")
        .check(
          sql`state in ('pending', 'accepted', 'declined', 'withdrawn', 'superseded', 'task_completed', 'task_deleted')`,
        ),
    )
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("answer", "text", (column) => column.check(sql`answer in ('accepted', 'declined')`))
    .addColumn("line", "text")
    .addColumn("assignee_before", "text")
    .addColumn("asked_at", "text", (column) => column.notNull())
    .addColumn("answered_at", "text")
    .addColumn("done_at", "text")
    .addColumn("ended_at", "text")
    .addCheckConstraint("delegations_answer_dated", sql`(answer is null) = (answered_at is null)`)
    .addCheckConstraint(
      "delegations_state_is_answer",
      sql`state not in ('accepted', 'declined') or answer is state`,
    )
    .addCheckConstraint("delegations_pending_unanswered", sql`state != 'pending' or answer is null`)
    .addCheckConstraint("delegations_done_accepted", sql`done_at is null or answer is 'accepted'`)
    .addCheckConstraint(
      "delegations_end_dated",
      sql`(state in ('pending', 'accepted', 'declined')) = (ended_at is null)`,
    )
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("delegations_one_open")
    .unique()
    .on("delegations")
    .column("task_id")
    .where(sql<boolean>`state in ('pending', 'accepted', 'declined')`)
    .execute();
  await db.schema
    .createIndex("delegations_by_task")
    .on("delegations")
    .columns(["task_id", "asked_at"])
    .execute();
  await db.schema
    .createIndex("delegations_by_family_member")
    .on("delegations")
    .columns(["family_member_id", "asked_at"])
    .execute();
  await db.schema
    .createIndex("delegations_by_asker")
    .on("delegations")
    .column("asked_by")
    .execute();

  await db.schema
    .createTable("text_conversations")
    .addColumn("number", "text", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`number like '+%'`),
    )
    .addColumn("answer", "text", (column) => column.check(sql`answer in ('accept', 'decline')`))
    .addColumn("choices", "text")
    .addColumn("helped_about", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("family_members_by_phone")
    .on("family_members")
    .column("phone")
    .where(sql.ref("phone"), "is not", null)
    .execute();
  await db.schema
    .createIndex("user_preferences_by_phone")
    .on("user_preferences")
    .column("phone_number")
    .where(sql.ref("phone_number"), "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("user_preferences_by_phone").execute();
  await db.schema.dropIndex("family_members_by_phone").execute();
  for (const table of ["text_conversations", "delegations"])
    await db.schema.dropTable(table).execute();
}
