import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findFinisher } from "#app/domain/delegation/views/answers.server.ts";
import { isSkipped } from "#app/domain/series/changing/skip.server.ts";
import { findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { earlierBy, formatDue, nowIso } from "#app/domain/core/time.ts";
import type { Database, TaskMark } from "#db/schema.ts";

interface LastAction {
  title: string;
  as: TaskMark;
  isOwn: boolean;
  /** "Sam completed this a moment ago". Older actions show their time in the viewer's zone. */
  words: string;
}

const verbs: Record<TaskMark, string> = {
  completed: "completed this",
  reopened: "reopened this",
  deleted: "deleted this",
  restored: "restored this",
};

const momentMinutes = 5;

/** Includes deleted tasks; undefined if there is no such task or no action yet. */
export async function findLastAction(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  id: string,
): Promise<LastAction | undefined> {
  const now = nowIso();
  const task = await findTaskOrDeleted(db, viewer, id);
  if (!task?.marked_as || !task.marked_at) return undefined;
  const { title, marked_as: as, marked_at: at, marked_by: by } = task;
  const isOwn = by === viewer.userId;
  const name = by
    ? (await findPeople(db, [by])).get(by)?.firstName
    : as === "completed"
      ? await findFinisher(db, id)
      : null;
  const verb = as === "deleted" && (await isSkipped(db, id)) ? "skipped this" : verbs[as];
  const who = isOwn ? "You" : (name ?? "Someone in your household");
  const isNew = at > earlierBy(now, { minutes: momentMinutes });
  const when = isNew ? "a moment ago" : `on ${formatDue(at, viewer.timeZone)}`;
  return { title, as, isOwn, words: `${who} ${verb} ${when}` };
}
