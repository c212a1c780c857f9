import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import type { ReminderScope } from "./input.ts";
import { notSnoozed } from "./planning/plan-changes.server.ts";
import { plannedAt } from "./planning/planned-at.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** Keeps anyone from flooding a phone. */
const maxPerTask = 10;
/** Cancelled reminders can be added again. */
const maxCancelled = 20;

/** The longest lead that reminders of later occurrences can have. */
export interface ReminderReach {
  /** The longest lead; 0 if no occurrence follows. */
  minutes: number;
  /** Why a longer lead is refused: occurrences are created too late, or too many lie within it. */
  beyond: "too_early" | "too_often";
}

type Refused = "no_date" | "done" | "passed" | "too_many" | "missing";

export type AddedReminder = "added" | Refused | ReminderReach["beyond"];

interface WantedReminder {
  minutesBefore: number;
  scope?: ReminderScope;
  /** The limit of its series (series/reminder-reach.server.ts); undefined if it does not repeat. */
  reach?: ReminderReach;
}

/**
 * Adds a custom reminder, or restores a cancelled one. Returns "passed" if the reminder's time has
 * passed.
 */
export async function addReminder(
  db: Kysely<Database>,
  member: Viewer,
  taskId: string,
  wanted: WantedReminder,
  now: string = nowIso(),
): Promise<AddedReminder> {
  return inHousehold(db, member, async (trx) => {
    const task = await findTask(trx, member, taskId);
    if (!task) return "missing";
    const planned = planFor(task, wanted);
    if (planned === null) return "no_date";
    const refused = whyRefused(task, planned, wanted, now);
    if (refused) return refused;
    const { minutesBefore, scope = "following" } = wanted;
    const toCome = await listToCome(trx, member.userId, taskId);
    const [same = [], others = []] = [true, false].map((isSame) =>
      toCome.filter(({ minutes_before }) => (minutes_before === minutesBefore) === isSame),
    );
    const reminder = { taskId, minutesBefore, repeats: scope === "one" ? 0 : 1 } as const;
    if (same.some(({ status }) => status === "pending"))
      await repeatReminder(trx, member.userId, reminder);
    else if (others.length >= maxPerTask) return "too_many";
    else await saveReminder(trx, member.userId, { ...reminder, planned, title: task.title }, now);
    await announceTaskChange(trx, [taskId], now);
    return "added";
  });
}

/** Returns the instant, or null for a task without a date. */
function planFor(task: Task, { minutesBefore }: WantedReminder): string | null {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (!dueAt || !dueLocal || !dueTimeZone) return null;
  return plannedAt({ dueAt, dueLocal, dueTimeZone }, minutesBefore);
}

function whyRefused(
  task: Task,
  planned: string,
  { minutesBefore, scope = "following", reach }: WantedReminder,
  now: string,
): Refused | ReminderReach["beyond"] | null {
  if (task.is_completed) return "done";
  if (scope === "following" && reach && reach.minutes > 0)
    return minutesBefore > reach.minutes ? reach.beyond : null;
  return planned <= now ? "passed" : null;
}

interface SavedReminder {
  taskId: string;
  minutesBefore: number;
  repeats: Bit;
  planned: string;
  title: string;
}

/** Keeps a reminder whose time has passed for the next occurrence. */
async function saveReminder(
  trx: Transaction<Database>,
  userId: string,
  { taskId, minutesBefore, repeats, planned, title }: SavedReminder,
  now: string,
): Promise<void> {
  const status = planned <= now ? ("lapsed" as const) : ("pending" as const);
  const times = { planned_at: planned, scheduled_at: planned, status, repeats, ...notSnoozed };
  await trx
    .insertInto("reminders")
    .values({
      id: newId(),
      task_id: taskId,
      user_id: userId,
      origin: "custom",
      minutes_before: minutesBefore,
      message: title,
      ...times,
    })
    .onConflict((conflict) =>
      conflict.columns(["task_id", "user_id", "origin", "minutes_before"]).doUpdateSet(times),
    )
    .execute();
  await forgetCancelled(trx, userId, taskId);
}

/** Keeps only the latest, however often someone adds and cancels. */
async function forgetCancelled(
  trx: Transaction<Database>,
  userId: string,
  taskId: string,
): Promise<void> {
  const cancelled = trx
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where("status", "=", "cancelled");
  const latest = cancelled.orderBy("id", "desc").limit(maxCancelled);
  await trx
    .deleteFrom("reminders")
    .where("id", "in", cancelled)
    .where("id", "not in", latest)
    .execute();
}

async function repeatReminder(
  trx: Transaction<Database>,
  userId: string,
  { taskId, minutesBefore, repeats }: Pick<SavedReminder, "taskId" | "minutesBefore" | "repeats">,
): Promise<void> {
  await trx
    .updateTable("reminders")
    .set({ repeats })
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where("minutes_before", "=", minutesBefore)
    .execute();
}

/** Lists reminders of this task, and of the next occurrences of its series. */
async function listToCome(trx: Transaction<Database>, userId: string, taskId: string) {
  return trx
    .selectFrom("reminders")
    .select(["status", "minutes_before"])
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .where(({ and, eb, or }) =>
      or([
        eb("status", "=", "pending"),
        and([
          eb("status", "in", ["lapsed", "sent"]),
          eb("origin", "=", "custom"),
          eb("repeats", "=", 1),
        ]),
      ]),
    )
    .execute();
}
