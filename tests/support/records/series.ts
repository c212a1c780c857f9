import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { announceTaskChange, repeatingTasksAdded } from "#app/domain/tasks/events.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import type { Database } from "#db/schema.ts";
import type { TestFamily } from "./family.ts";

interface NewSeries {
  title?: string;
  rule: string;
  from?: "due" | "done";
  /** The wall clock, YYYY-MM-DDTHH:mm. */
  due: string;
  now: string;
}

/** Bypasses the parser. Returns the first task's id. */
export async function newSeries(
  db: Kysely<Database>,
  family: TestFamily,
  { title = "Take out the trash", rule, from = "due", due, now }: NewSeries,
): Promise<string> {
  const id = newId();
  const { userId: user_id, householdId: household_id, timeZone } = family;
  await db.transaction().execute(async (trx) => {
    const task = {
      id,
      user_id,
      household_id,
      title,
      category: "Household" as const,
      created_at: now,
    };
    await trx
      .insertInto("tasks")
      .values({ ...task, ...dueColumns(due, timeZone) })
      .execute();
    await repeatingTasksAdded.announce(
      trx,
      { tasks: [{ taskId: id, repeats: { rule, from }, turns: null }] },
      now,
    );
    await announceTaskChange(trx, [id], now);
  });
  return id;
}

/** Lists the tasks that people see as open, soonest first. */
export async function openTasks(db: Kysely<Database>, { householdId }: TestFamily) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "due_local", "version"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .where("is_completed", "=", 0)
    .orderBy("due_date")
    .execute();
}

/** Omits dates ahead, which nobody sees. */
export async function history(db: Kysely<Database>, { householdId }: TestFamily) {
  return db
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .select([
      "number",
      "occurs_on",
      "state",
      "missed_before",
      "done_by",
      "task_id",
      "missed_at",
      "next_on",
    ])
    .where("series.household_id", "=", householdId)
    .where("state", "!=", "ahead")
    .orderBy("number")
    .execute();
}
