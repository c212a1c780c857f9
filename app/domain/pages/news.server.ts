import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { listEventsSince } from "#app/domain/tasks/changing/history.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

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
  const latest = await findLatest(db, tasks, since);
  const changes = tasks.flatMap((task) => recentChange(task, latest.get(task.id), since) ?? []);
  const people = await findPeople(db, [...new Set(changes.flatMap(({ userId }) => userId ?? []))]);
  const labels = await findLabels(db, [
    ...new Set(changes.flatMap(({ personId }) => personId ?? [])),
  ]);
  return changes
    .filter(({ userId }) => userId !== viewer.userId)
    .map(({ title, verb, userId, personId }) => {
      const name = people.get(userId ?? "")?.firstName ?? labels.get(personId ?? "");
      return `${name ?? "Someone"} ${verb} ${title}`;
    });
}

interface Change {
  title: string;
  verb: string;
  userId: string | null;
  /** Set for somebody without an account. */
  personId: string | null;
}

type LatestEvent = Awaited<ReturnType<typeof listEventsSince>>[number];

async function findLatest(
  db: Kysely<Database>,
  tasks: readonly Task[],
  since: string,
): Promise<Map<string, LatestEvent>> {
  const ids = tasks.map(({ id }) => id);
  const events = await listEventsSince(db, ids, since);
  return new Map(events.toReversed().map((event) => [event.task_id, event]));
}

/** A task that somebody has just added and changed counts as added. */
function recentChange(
  { title, created_at, user_id }: Task,
  event: LatestEvent | undefined,
  since: string,
): Change | null {
  const isNew = created_at > since;
  if (event && (event.mark || !isNew || event.acted_by !== user_id)) {
    const verb = event.mark ?? (hasMoved(event) ? "moved" : "changed");
    return { title, verb, userId: event.acted_by, personId: event.acted_person };
  }
  if (!isNew) return null;
  return { title, verb: "added", userId: user_id, personId: null };
}

const hasMoved = ({ edited }: LatestEvent) => edited?.split(",").includes("due") ?? false;
