import type { Kysely } from "kysely";
import { opaque } from "#db/sql/values.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { viewDue } from "#app/domain/tasks/due/due.server.ts";
import { findTasks, isGone } from "#app/domain/tasks/find-tasks.server.ts";
import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";

export interface DueAlert {
  id: string;
  taskId: string;
  title: string;
  /** The task's due date in the viewer's zone. */
  label: string;
  /** The wall clock in the task's own zone. */
  local: string;
}

const maxAgeHours = 12;
const maxShown = 3;

/**
 * Lists the viewer's reminders that came due and that nobody has confirmed as seen on a page,
 * newest first.
 */
export async function listDueAlerts(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string = nowIso(),
): Promise<DueAlert[]> {
  const rows = await listUnseen(db, viewer.userId, earlierBy(now, { hours: maxAgeHours }));
  if (rows.length === 0) return [];
  const tasks = await findTasks(
    db,
    rows.map(({ taskId }) => taskId),
  );
  const alerts = new Map<string, DueAlert>();
  for (const { id, taskId } of rows) {
    const task = tasks.get(taskId);
    if (!task || task.household_id !== viewer.householdId || task.is_completed || isGone(task))
      continue;
    const due = viewDue(task, viewer.timeZone, now);
    if (!due || alerts.has(taskId)) continue;
    alerts.set(taskId, {
      id,
      taskId,
      title: titleForWhom(task),
      label: due.label,
      local: due.local,
    });
  }
  return [...alerts.values()].slice(0, maxShown);
}

const listUnseen = compileOnce(unseenRemindersQuery);

/** A snoozed reminder comes due again after it was seen. */
export function unseenRemindersQuery(db: Kysely<Database>, userId: string, since: string) {
  return db
    .selectFrom("reminders")
    .select(["id", "task_id as taskId"])
    .where("user_id", "=", opaque(userId))
    .where("status", "=", "sent")
    .where("scheduled_at", ">=", since)
    .where((eb) => eb.or([eb("seen_at", "is", null), eb("seen_at", "<", eb.ref("scheduled_at"))]))
    .orderBy("scheduled_at", "desc")
    .orderBy(asAdded("reminders"), "desc");
}
