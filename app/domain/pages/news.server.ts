import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { findSkipped } from "#app/domain/series/changing/skip.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";

/** Older changes were on the page before. */
const newMinutes = 2;

/** Says what others have just done to these tasks: "Sam completed Pick up Emma". */
export async function describeNews(
  db: Kysely<Database>,
  viewer: Viewer,
  taskIds: readonly string[],
  now: string,
): Promise<string[]> {
  const since = earlierBy(now, { minutes: newMinutes });
  const tasks = [...(await findTasks(db, taskIds)).values()].filter(
    ({ household_id }) => household_id === viewer.householdId,
  );
  const deeds = tasks.flatMap((task) => deedsOf(task, since));
  const people = await findPeople(db, [...new Set(deeds.flatMap(({ userId }) => userId ?? []))]);
  const labels = await findLabels(db, [
    ...new Set(deeds.flatMap(({ personId }) => personId ?? [])),
  ]);
  const skipped = await findSkipped(
    db,
    deeds.filter(({ verb }) => verb === "deleted").map(({ taskId }) => taskId),
  );
  return deeds
    .filter(({ userId }) => userId !== viewer.userId)
    .map(({ taskId, title, verb, userId, personId }) => {
      const name = people.get(userId ?? "")?.firstName ?? labels.get(personId ?? "");
      return `${name ?? "Someone"} ${skipped.has(taskId) ? "skipped" : verb} ${title}`;
    });
}

interface Deed {
  taskId: string;
  title: string;
  verb: TaskMark | "added";
  userId: string | null;
  /** Set for somebody without an account. */
  personId: string | null;
}

/** Returns the last deed if it is new; a task that somebody has added and changed counts once. */
function deedsOf({ id: taskId, title, ...task }: Task, since: string): Deed[] {
  if (task.marked_as && task.marked_at && task.marked_at > since) {
    const { marked_as: verb, marked_by: userId, marked_person: personId } = task;
    return [{ taskId, title, verb, userId, personId }];
  }
  if (task.created_at <= since) return [];
  return [{ taskId, title, verb: "added", userId: task.user_id, personId: null }];
}
