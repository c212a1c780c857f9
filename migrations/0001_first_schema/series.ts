import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  date,
  isDate,
  key,
  keyOf,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
} from "./builder.ts";

export async function createSeries(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("series")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("rule", "text", required)
    .addColumn("counts_from", "text", oneOf("counts_from", ["due", "done"]))
    .addColumn("starts_on", "text", date("starts_on"))
    .addColumn("local_time", "text", (column) =>
      column.notNull().check(sql`local_time glob '??:??'`),
    )
    .addColumn("time_zone", "text", required)
    .addColumn("excluded_on", "text", preset("[]"))
    .addColumn("title", "text", required)
    .addColumn("category", "text", required)
    .addColumn("description", "text")
    .addColumn("assignee", "text")
    .addColumn("created_at", "text", required)
    .addColumn("skipped_breaks", "text", preset("[]"))
    .addColumn("paused_until", "text", (column) => column.check(isDate("paused_until")))
    .addColumn("ended_at", "text")
    .addColumn("plans_at", "text")
    .addColumn("is_to_fit", "integer", preset(0))
    .addColumn("is_turn_to_pass", "integer", preset(0))
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "series", {
    series_of_household: { on: ["household_id"] },
    series_to_plan: { on: ["plans_at"], where: [["plans_at", "is not", null]] },
    // Households take turns, so finding one must not read all of another's.
    series_to_plan_of_household: {
      on: ["household_id", "plans_at"],
      where: [["plans_at", "is not", null]],
    },
  });

  await db.schema
    .createTable("series_occurrences")
    .addColumn("series_id", "text", partOf("series"))
    .addColumn("number", "integer", required)
    .addColumn("occurs_on", "text", date("occurs_on"))
    .addColumn("next_on", "text")
    .addColumn("task_id", "text", (column) =>
      column.unique().references("tasks.id").onDelete("set null"),
    )
    .addColumn("task_version", "integer", required)
    .addColumn("state", "text", oneOf("state", ["open", "done", "skipped", "missed", "ahead"]))
    .addColumn("missed_before", "integer", preset(0))
    .addColumn("missed_at", "text")
    .addColumn("closed_at", "text")
    .addColumn("done_by", "text", linkTo("users"))
    .addColumn("done_by_member", "text", linkTo("family_members"))
    .addColumn("turn_user", "text", linkTo("users"))
    .addColumn("turn_member", "text", linkTo("family_members"))
    .addColumn("household_id", "text", preset(""))
    .addPrimaryKeyConstraint("series_occurrences_key", ["series_id", "number"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "series_occurrences", {
    series_occurrences_one_open: {
      on: ["series_id"],
      where: [["state", "=", "open"]],
      unique: true,
    },
    series_occurrences_to_miss: { on: ["missed_at"], where: [["missed_at", "is not", null]] },
    series_occurrences_done_by: { on: ["done_by"] },
    series_occurrences_done_by_member: { on: ["done_by_member"] },
    series_occurrences_by_turn_user: { on: ["turn_user"] },
    series_occurrences_by_turn_member: { on: ["turn_member"] },
    series_occurrences_to_miss_of_household: {
      on: ["household_id", "missed_at"],
      where: [["missed_at", "is not", null]],
    },
    // Without reading the years of its history.
    series_occurrences_ahead: { on: ["series_id", "number"], where: [["state", "=", "ahead"]] },
  });

  await db.schema
    .createTable("breaks")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("name", "text", required)
    .addColumn("starts_on", "text", date("starts_on"))
    .addColumn("ends_on", "text", (column) => column.notNull().check(sql`ends_on >= starts_on`))
    .addColumn("created_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "breaks", {
    breaks_of_household: { on: ["household_id"] },
  });

  await db.schema
    .createTable("series_turns")
    .addColumn("series_id", "text", keyOf("series"))
    .addColumn("turn_order", "text", oneOf("turn_order", ["anyone", "each", "week", "least"]))
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("series_turn_people")
    .addColumn("series_id", "text", (column) =>
      column.notNull().references("series_turns.series_id").onDelete("cascade"),
    )
    .addColumn("position", "integer", required)
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) =>
      column.references("family_members.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("series_turn_people_key", ["series_id", "position"])
    .addCheckConstraint("series_turn_people_one", sql`(user_id is null) <> (member_id is null)`)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "series_turn_people", {
    series_turn_people_by_user_id: { on: ["user_id"] },
    series_turn_people_by_member_id: { on: ["member_id"] },
  });

  await db.schema
    .createTable("away_dates")
    .addColumn("id", "text", key)
    .addColumn("household_id", "text", partOf("households"))
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) =>
      column.references("family_members.id").onDelete("cascade"),
    )
    .addColumn("first_on", "text", date("first_on"))
    .addColumn("last_on", "text", date("last_on"))
    .addColumn("created_at", "text", required)
    .addCheckConstraint("away_dates_one", sql`(user_id is null) <> (member_id is null)`)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "away_dates", {
    away_dates_by_household_id: { on: ["household_id"] },
    away_dates_by_user_id: { on: ["user_id"] },
    away_dates_by_member_id: { on: ["member_id"] },
  });
}
