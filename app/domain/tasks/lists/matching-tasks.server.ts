import type { Kysely } from "kysely";
import { matching, type SoughtWord } from "#db/sql/full-text.ts";
import type { Database } from "#db/schema.ts";
import { isWhose } from "./whose.server.ts";
import { aboutOfTask, assigneeOfTask, type Member } from "../find-tasks.server.ts";

export type MatchingState = "open" | "done" | "deleted";

export type MatchingTask = Awaited<ReturnType<typeof listMatchingTasks>>[number];

/**
 * Lists tasks that have all sought words: open ones by date, those without one last; the others by
 * when they were done or deleted, the latest first.
 * @param place the household's word in the index
 */
export async function listMatchingTasks(
  db: Kysely<Database>,
  { householdId }: Member,
  {
    place,
    sought,
    whose,
    state,
    max,
  }: {
    place: string;
    sought: readonly SoughtWord[];
    whose: string | null;
    state: MatchingState;
    max: number;
  },
) {
  const some = db
    .selectFrom("tasks")
    .select(["id", "title", "description", "category", "due_date", "due_local"])
    .select(["due_time_zone", "due_has_time", "assignee_id", assigneeOfTask, aboutOfTask])
    .where("id", "in", matching(place, sought))
    .where("household_id", "=", householdId)
    .where("is_ahead", "=", 0)
    .$if(whose !== null, (query) => query.where((eb) => isWhose(eb, whose!)))
    .limit(max);
  const kept = some.where("deleted_at", "is", null);
  const queries = {
    open: () =>
      kept
        .where("is_completed", "=", 0)
        .orderBy("due_date", (order) => order.asc().nullsLast())
        .orderBy("id", "desc"),
    done: () =>
      kept
        .where("is_completed", "=", 1)
        .orderBy("done_at", (order) => order.desc().nullsLast())
        .orderBy("id", "desc"),
    deleted: () =>
      some
        .where("deleted_at", "is not", null)
        .where("was_missed", "=", 0)
        .orderBy("deleted_at", "desc")
        .orderBy("id", "desc"),
  };
  return queries[state]().execute();
}
