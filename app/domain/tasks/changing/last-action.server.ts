import type { Kysely } from "kysely";
import { earlierBy, formatDue, nowIso } from "#app/domain/core/time.ts";
import type { Database, TaskMark } from "#db/schema.ts";

/** The last that somebody did to a task with one press. */
export interface Mark {
  title: string;
  as: TaskMark;
  isOwn: boolean;
  /** "Sam completed this a moment ago"; later with the time in the viewer's zone. */
  words: string;
}

const verbs: Record<TaskMark, string> = {
  completed: "completed this",
  reopened: "reopened this",
  deleted: "deleted this",
  restored: "restored this",
};

const momentMinutes = 5;

/** What became of a task of the household, deleted ones too; undefined when there is none, or nobody has pressed anything. */
export async function findMark(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  id: string,
): Promise<Mark | undefined> {
  const now = nowIso();
  const task = await db
    .selectFrom("tasks")
    .leftJoin("profiles", "profiles.id", "tasks.marked_by")
    .leftJoin("delegations as finished", (join) =>
      join.onRef("finished.task_id", "=", "tasks.id").on("finished.done_at", "is not", null),
    )
    .select(["title", "marked_as", "marked_by", "marked_at", "profiles.first_name", "finished.delegate_name"])
    .where("tasks.id", "=", id)
    .where("tasks.household_id", "=", viewer.householdId)
    .executeTakeFirst();
  if (!task?.marked_as || !task.marked_at) return undefined;
  const { title, marked_as: as, marked_at: at, first_name } = task;
  const isOwn = task.marked_by === viewer.userId;
  const finishedBy = task.marked_by === null && as === "completed" ? task.delegate_name : null;
  const who = isOwn ? "You" : (first_name ?? finishedBy ?? "Someone in your household");
  const isNew = at > earlierBy(now, { minutes: momentMinutes });
  const when = isNew ? "a moment ago" : `on ${formatDue(at, viewer.timeZone)}`;
  return { title, as, isOwn, words: `${who} ${verbs[as]} ${when}` };
}
