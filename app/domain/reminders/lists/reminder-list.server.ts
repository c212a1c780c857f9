import type { Kysely } from "kysely";
import { idList, opaque } from "#db/sql/values.ts";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import { formatInZones } from "#app/domain/tasks/due/due.server.ts";
import { findTasks, isTaskInHousehold } from "#app/domain/tasks/find-tasks.server.ts";
import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Category, Database, DeliveryState } from "#db/schema.ts";
import { formatLeadBesideTime } from "#app/domain/tasks/due/lead-time.ts";
import { outcomesQuery } from "#app/domain/outbox/views/about-subject.server.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { readAbout } from "../about-message.ts";

interface UpcomingReminder {
  id: string;
  taskId: string;
  message: string;
  category: Category;
  scheduledAt: string;
  /** In the viewer's zone, followed by the time in the task's own zone if that differs. */
  label: string;
  /** "Nov 28", for a date of a series that is not open yet. */
  aheadOn: string | null;
}

/** See the specification, section 9. */
const upcomingLimit = 5;

/** Sorts the soonest first (specification, section 7). */
export async function listUpcomingReminders(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string = nowIso(),
): Promise<UpcomingReminder[]> {
  const rows = await listUpcoming(db, viewer.userId, viewer.householdId, now);
  const tasks = await findTasks(
    db,
    rows.map(({ taskId }) => taskId),
  );
  return rows.flatMap((row) => {
    const task = tasks.get(row.taskId);
    if (!task) return [];
    const taskZone = task.due_time_zone ?? viewer.timeZone;
    const label = formatInZones(row.scheduledAt, viewer.timeZone, taskZone, now);
    const aheadOn =
      task.is_ahead && task.due_date ? formatDate(task.due_date, viewer.timeZone, now) : null;
    const message = titleForWhom({ title: row.message, about: task.about });
    return [{ ...row, message, category: task.category, label, aheadOn }];
  });
}

const listUpcoming = compileOnce(upcomingRemindersQuery);

export function upcomingRemindersQuery(
  db: Kysely<Database>,
  userId: string,
  householdId: string,
  now: string,
) {
  return db
    .selectFrom("reminders")
    .select(["id", "task_id as taskId", "message", "scheduled_at as scheduledAt"])
    .where("user_id", "=", opaque(userId))
    .where("status", "=", "pending")
    .where("scheduled_at", ">=", opaque(now))
    .where((eb) => isTaskInHousehold(eb, "reminders.task_id", householdId))
    .orderBy("scheduled_at")
    .orderBy(asAdded("reminders"))
    .limit(upcomingLimit);
}

export interface TaskReminder {
  id: string;
  /** "next": its time had passed for this occurrence, but not for those that follow. */
  status: "pending" | "sent" | "cancelled" | "next";
  /** Null until the reminder's time. */
  outcome: ReminderOutcome | null;
  minutesBefore: number;
  before: string;
  scheduledAt: string;
  /** Formatted like an upcoming reminder's label. */
  label: string;
  isSnoozed: boolean;
  /** True if the next task of the series gets it too. */
  isEveryTime: boolean;
}

/** Lists the viewer's reminders, soonest first, without dormant and lapsed ones. */
export async function listTaskReminders(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
): Promise<TaskReminder[]> {
  const rows = await db
    .selectFrom("reminders")
    .select(["id", "status", "minutes_before", "planned_at", "scheduled_at", "origin", "repeats"])
    .where("task_id", "=", taskId)
    .where("user_id", "=", viewer.userId)
    .orderBy("scheduled_at")
    .orderBy("id")
    .execute();
  const task = (await findTasks(db, [taskId])).get(taskId);
  const hasTime = !task?.due_date || task.due_has_time === 1;
  const taskZone = task?.due_time_zone ?? viewer.timeZone;
  const outcomes = await findReminderOutcomes(db, { userId: viewer.userId, taskId });
  return rows.flatMap(
    ({ id, status: stored, minutes_before, planned_at, scheduled_at, origin, repeats }) => {
      const isEveryTime = origin === "custom" && repeats === 1;
      if (stored === "dormant") return [];
      if (stored === "lapsed" && (!isEveryTime || task?.is_completed)) return [];
      const status = stored === "lapsed" ? "next" : stored;
      const label = formatInZones(scheduled_at, viewer.timeZone, taskZone);
      const isSnoozed = scheduled_at > planned_at;
      const before = {
        minutesBefore: minutes_before,
        before: formatLeadBesideTime(minutes_before, hasTime),
      };
      const outcome = status === "sent" ? (outcomes.get(id) ?? "not sent") : null;
      return [
        {
          id,
          status,
          outcome,
          ...before,
          scheduledAt: scheduled_at,
          label,
          isSnoozed,
          isEveryTime,
        },
      ];
    },
  );
}

/** Returns the next pending reminder of each task: the user's own, or else another member's. */
export async function findNextReminders(
  db: Kysely<Database>,
  userId: string,
  taskIds: string[],
): Promise<Map<string, { at: string; isOwn: boolean }>> {
  const rows = await listReminded(db, taskIds);
  const reminders = rows.map(({ taskId, at, owner }) => ({ taskId, at, isOwn: owner === userId }));
  const latestFirst = reminders.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const others = latestFirst.filter(({ isOwn }) => !isOwn);
  const own = latestFirst.filter(({ isOwn }) => isOwn);
  return new Map([...others, ...own].map(({ taskId, ...reminder }) => [taskId, reminder]));
}

const listReminded = compileOnce(remindedTasksQuery);

export function remindedTasksQuery(db: Kysely<Database>, taskIds: string[]) {
  return db
    .selectFrom("reminders")
    .select(["task_id as taskId", "user_id as owner", "scheduled_at as at"])
    .where("task_id", "in", idList(taskIds))
    .where("status", "=", "pending");
}

type ReminderOutcome = "sent" | "on its way" | "not sent";

const sentStates: DeliveryState[] = ["sent", "delivered", "undelivered"];
const openStates: DeliveryState[] = ["ready", "sending", "unknown"];

/**
 * Keyed by reminder id, for its current time: "sent" once one channel has sent it. Omits reminders
 * without a delivery.
 */
export async function findReminderOutcomes(
  db: Kysely<Database>,
  { userId, taskId }: { userId: string; taskId: string },
): Promise<Map<string, ReminderOutcome>> {
  const reminders = await db
    .selectFrom("reminders")
    .select(["id", "scheduled_at"])
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .execute();
  const scheduledAt = new Map(reminders.map(({ id, scheduled_at }) => [id, scheduled_at]));
  const deliveries = await outcomesQuery(db, "reminder", [...scheduledAt.keys()]).execute();
  const current = deliveries.filter(
    (one) => readAbout(one).scheduledAt === scheduledAt.get(one.subject_id),
  );
  const byReminder = Map.groupBy(current, ({ subject_id }) => subject_id);
  return new Map(
    [...byReminder].map(([id, ownDeliveries]) => [
      id,
      outcomeOf(ownDeliveries.map(({ state }) => state)),
    ]),
  );
}

function outcomeOf(states: DeliveryState[]): ReminderOutcome {
  if (states.some((state) => sentStates.includes(state))) return "sent";
  return states.some((state) => openStates.includes(state)) ? "on its way" : "not sent";
}
