import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { findSkipped } from "#app/domain/series/changing/skip.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";

/** A page shows older changes already. */
const newMinutes = 2;

/** Describes the latest changes that others made to these tasks: "Sam completed Pick up Emma". */
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
  const changes = tasks.flatMap((task) => recentChanges(task, since));
  const people = await findPeople(db, [...new Set(changes.flatMap(({ userId }) => userId ?? []))]);
  const labels = await findLabels(db, [
    ...new Set(changes.flatMap(({ personId }) => personId ?? [])),
  ]);
  const skipped = await findSkipped(
    db,
    changes.filter(({ verb }) => verb === "deleted").map(({ taskId }) => taskId),
  );
  return changes
    .filter(({ userId }) => userId !== viewer.userId)
    .map(({ taskId, title, verb, userId, personId }) => {
      const name = people.get(userId ?? "")?.firstName ?? labels.get(personId ?? "");
      return `${name ?? "Someone"} ${skipped.has(taskId) ? "skipped" : verb} ${title}`;
    });
}

interface Change {
  taskId: string;
  title: string;
  verb: TaskMark | "added";
  userId: string | null;
  /** Set for somebody without an account. */
  personId: string | null;
}

/** Returns the latest change if it is recent. A task that was just added and changed counts once. */
function recentChanges({ id: taskId, title, ...task }: Task, since: string): Change[] {
  if (task.marked_as && task.marked_at && task.marked_at > since) {
    const { marked_as: verb, marked_by: userId, marked_person: personId } = task;
    return [{ taskId, title, verb, userId, personId }];
  }
  if (task.created_at <= since) return [];
  return [{ taskId, title, verb: "added", userId: task.user_id, personId: null }];
}
