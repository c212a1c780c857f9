import type { Kysely } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import type { Task } from "../find-tasks.server.ts";
import { minutesToCollect } from "./tell-given.server.ts";

/** The last change of a task's person. Changes in quick succession count as one. */
export interface Handover {
  /** The user who gave it to them; null if that account has ended. */
  by: string | null;
  /** The person who had it before. */
  from: string | null;
}

/** Omits tasks that nobody has given away since they were added. */
export async function findHandovers(
  db: Kysely<Database>,
  tasks: readonly Task[],
): Promise<Map<string, Handover>> {
  const events = await db
    .selectFrom("task_events")
    .select(["task_id", "acted_by", "acted_at", "edited", "given_to", "taken_from"])
    .where("task_id", "in", idList(tasks.map(({ id }) => id)))
    .where("edited", "is not", null)
    .orderBy("id", "desc")
    .execute();
  const byTask = Map.groupBy(events, ({ task_id }) => task_id);
  return new Map(
    tasks.flatMap((task): [string, Handover][] => {
      const given = (byTask.get(task.id) ?? []).filter(({ edited }) =>
        edited?.split(",").includes("assignee"),
      );
      const [last] = given;
      if (!last || last.given_to !== task.assignee_id) return [];
      const first = firstOfBurst(given);
      // Nobody has told the person who had it when it was added.
      const isNew = task.request_id !== null && isSoonAfter(first.acted_at, task.created_at);
      return [[task.id, { by: last.acted_by, from: isNew ? null : first.taken_from }]];
    }),
  );
}

/** @param given newest first */
function firstOfBurst<Event extends { acted_at: string }>(given: readonly Event[]): Event {
  const end = given.findIndex(({ acted_at }, index) => {
    const earlier = given[index + 1];
    return !earlier || !isSoonAfter(acted_at, earlier.acted_at);
  });
  return given[end]!;
}

const isSoonAfter = (instant: string, earlier: string) =>
  instant <= laterBy(earlier, { minutes: minutesToCollect });
