import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  bit,
  flag,
  isOneOf,
  key,
  keyOf,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
} from "./builder.ts";

export async function createTasks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("title", "text", (column) => column.notNull().check(sql`length(trim(title)) > 0`))
    .addColumn("category", "text", oneOf("category", ["Kids", "Household", "Elders"]))
    .addColumn("description", "text")
    .addColumn("due_date", "text", (column) =>
      column.check(sql`due_date glob '????-??-??T??:??:??.???Z'`),
    )
    .addColumn("due_local", "text", (column) =>
      column.check(sql`due_local glob '????-??-??T??:??'`),
    )
    .addColumn("due_time_zone", "text")
    .addColumn("is_completed", "integer", flag("is_completed"))
    .addColumn("created_at", "text", required)
    .addColumn("delegated_to", "text", linkTo("family_members"))
    .addColumn("assignee", "text")
    .addColumn("delegation_status", "text", (column) =>
      column
        .notNull()
        .defaultTo("none")
        .check(isOneOf("delegation_status", ["none", "pending", "accepted", "declined"])),
    )
    .addColumn("version", "integer", preset(1))
    .addColumn("deleted_at", "text")
    .addColumn("request_id", "text")
    .addColumn("overdue_skipped_until", "text")
    .addColumn("marked_as", "text", (column) =>
      column.check(isOneOf("marked_as", ["completed", "reopened", "deleted", "restored"])),
    )
    .addColumn("marked_by", "text", linkTo("users"))
    .addColumn("marked_at", "text")
    .addColumn("turn_user_id", "text", linkTo("users"))
    .addColumn("is_ahead", "integer", flag("is_ahead"))
    .addColumn("done_at", "text")
    .addColumn("was_missed", "integer", flag("was_missed"))
    .addColumn("moved_by", "text", linkTo("users"))
    .addCheckConstraint(
      "tasks_due_whole",
      sql`(due_date is null) = (due_local is null) and (due_date is null) = (due_time_zone is null)`,
    )
    .addUniqueConstraint("tasks_once_a_request", ["user_id", "request_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "tasks", {
    tasks_of_household: {
      on: ["household_id", "is_completed", "created_at desc", "id desc"],
      where: [["deleted_at", "is", null]],
    },
    tasks_by_delegate: { on: ["delegated_to"] },
    tasks_by_due_date: {
      on: ["household_id", "due_date"],
      where: [
        ["is_completed", "=", 0],
        ["deleted_at", "is", null],
      ],
    },
    tasks_deleted: { on: ["deleted_at"], where: [["deleted_at", "is not", null]] },
    tasks_deleted_of_household: { on: ["household_id"], where: [["deleted_at", "is not", null]] },
    tasks_by_marker: { on: ["marked_by"], where: [["marked_by", "is not", null]] },
    tasks_by_turn: { on: ["turn_user_id"], where: [["turn_user_id", "is not", null]] },
    tasks_by_mover: { on: ["moved_by"], where: [["moved_by", "is not", null]] },
    tasks_done_by_due_date: {
      on: ["household_id", "due_date"],
      where: [
        ["is_completed", "=", 1],
        ["deleted_at", "is", null],
      ],
    },
    // Pages name assignees, requests without an answer and what was done this month.
    tasks_by_assignee: {
      on: ["household_id", "assignee"],
      where: [
        ["is_completed", "=", 0],
        ["deleted_at", "is", null],
        ["assignee", "is not", null],
      ],
    },
    tasks_by_request: {
      on: ["household_id", "delegation_status", "created_at"],
      where: [
        ["is_completed", "=", 0],
        ["deleted_at", "is", null],
        ["delegated_to", "is not", null],
      ],
    },
    tasks_by_done_at: {
      on: ["household_id", "done_at"],
      where: [
        ["is_completed", "=", 1],
        ["deleted_at", "is", null],
      ],
    },
  });

  await db.schema
    .createTable("tasks_to_announce")
    .addColumn("task_id", "text", keyOf("tasks"))
    .addColumn("household_id", "text", required)
    .addColumn("changed_at", "text", required)
    .addColumn("run_at", "text", required)
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await addIndexes(db, "tasks_to_announce", {
    tasks_to_announce_of_household: { on: ["household_id", "run_at"] },
  });

  await db.schema
    .createTable("households_to_announce")
    .addColumn("household_id", "text", keyOf("households"))
    .addColumn("changed_at", "text", required)
    .addColumn("changes", "integer", preset(1))
    .modifyEnd(sql`strict, without rowid`)
    .execute();

  await db.schema
    .createTable("due_readings")
    .addColumn("task_id", "text", keyOf("tasks"))
    .addColumn("words", "text", required)
    .addColumn("title", "text", required)
    .addColumn("description", "text")
    .addColumn("due_local", "text", required)
    .addColumn("due_time_zone", "text", required)
    .addColumn("undated_title", "text", (column) =>
      column.notNull().check(sql`length(trim(undated_title)) > 0`),
    )
    .addColumn("skipped_local", "text")
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("task_readings")
    .addColumn("task_id", "text", keyOf("tasks"))
    .addColumn("title", "text", required)
    .addColumn("category", "text", required)
    .addColumn("other_categories", "text", required)
    .addColumn("due_local", "text")
    .addColumn("other_dues", "text", required)
    .addColumn("is_time_said", "integer", bit("is_time_said"))
    .addColumn("not_understood", "text")
    .addColumn("is_category_chosen", "integer", flag("is_category_chosen"))
    .addColumn("has_passed", "integer", preset(0))
    .addColumn("unread_repetition", "text")
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("sent_changes")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("change_id", "text", required)
    .addColumn("refused_because", "text")
    .addColumn("answered_at", "text", required)
    .addPrimaryKeyConstraint("sent_changes_once", ["user_id", "change_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "sent_changes", {
    sent_changes_answered: { on: ["answered_at"] },
  });

  await db.schema
    .createTable("adding_requests")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("added_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "adding_requests", {
    adding_requests_by_user: { on: ["user_id", "added_at"] },
    adding_requests_added: { on: ["added_at"] },
  });

  await db.schema
    .createTable("reminders")
    .addColumn("id", "text", key)
    .addColumn("task_id", "text", partOf("tasks"))
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("origin", "text", oneOf("origin", ["preference", "custom"]))
    .addColumn("minutes_before", "integer", (column) =>
      column.notNull().check(sql`minutes_before >= 0`),
    )
    .addColumn("message", "text", required)
    .addColumn("planned_at", "text", required)
    .addColumn("scheduled_at", "text", required)
    .addColumn(
      "status",
      "text",
      oneOf("status", ["pending", "sent", "cancelled", "dormant", "lapsed"]),
    )
    .addColumn("seen_at", "text")
    .addColumn("repeats", "integer", flag("repeats", 1))
    .addColumn("follow_up_at", "text")
    .addUniqueConstraint("reminders_once", ["task_id", "user_id", "origin", "minutes_before"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "reminders", {
    reminders_due: { on: ["scheduled_at"], where: [["status", "=", "pending"]] },
    reminders_upcoming: { on: ["user_id", "scheduled_at"], where: [["status", "=", "pending"]] },
    reminders_sent: { on: ["user_id", "scheduled_at"], where: [["status", "=", "sent"]] },
    reminders_by_user: { on: ["user_id"] },
    reminders_to_lapse: { on: ["scheduled_at"], where: [["status", "=", "dormant"]] },
    reminders_to_follow_up: { on: ["follow_up_at"], where: [["follow_up_at", "is not", null]] },
    // Users take turns, so finding one must not read all of another's.
    reminders_to_follow_up_of_user: {
      on: ["user_id", "follow_up_at"],
      where: [["follow_up_at", "is not", null]],
    },
    // The dashboard names these if their series is too frequent for them.
    reminders_far_ahead: {
      on: ["user_id"],
      where: [
        ["origin", "=", "custom"],
        ["repeats", "=", 1],
        ["minutes_before", ">", 57600],
      ],
    },
  });

  await countWords(db);
}

const bytesOf = (row: string) =>
  sql.raw(`octet_length(${row}.title) + ifnull(octet_length(${row}.description), 0)`);

/** Keeps the sum up to date, because adding a task must not count the words of all others. */
async function countWords(db: Kysely<any>): Promise<void> {
  await sql`
    create trigger words_of_new_task after insert on tasks begin
      update households set words_bytes = words_bytes + ${bytesOf("new")} where id = new.household_id;
    end`.execute(db);
  await sql`
    create trigger words_of_changed_task after update of title, description, household_id on tasks begin
      update households set words_bytes = words_bytes - (${bytesOf("old")}) where id = old.household_id;
      update households set words_bytes = words_bytes + ${bytesOf("new")} where id = new.household_id;
    end`.execute(db);
  await sql`
    create trigger words_of_deleted_task after delete on tasks begin
      update households set words_bytes = words_bytes - (${bytesOf("old")}) where id = old.household_id;
    end`.execute(db);
}
