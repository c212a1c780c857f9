import type { Insertable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList } from "#db/sql/values.ts";
import { listMemberIds } from "#app/domain/people/household/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { preferredMinutes } from "../preferred-minutes.ts";
import { notSnoozed } from "./plan-changes.server.ts";
import { plannedAt } from "./planned-at.server.ts";
import {
  batchSize,
  findStandingReminders,
  type Reminder,
  syncTaskReminders,
} from "./sync-reminders.server.ts";

interface LeadMinutes {
  /** Leads of the custom reminders for every time. */
  custom: number[];
  /** Leads that members have chosen for all tasks. */
  preference: number[];
}

/**
 * Lists the lead times at which a household can be reminded of a series.
 * @param task the open occurrence
 */
export async function findLeadMinutes(
  trx: Transaction<Database>,
  task: Task,
): Promise<LeadMinutes> {
  const custom = await findStandingReminders(trx, task.id);
  const members = await findPreferencesByUser(trx, await listMemberIds(trx, task.household_id));
  return {
    custom: [...new Set(custom.map(({ minutes_before }) => minutes_before))],
    preference: [...new Set([...members.values()].flatMap(preferredMinutes))],
  };
}

export interface DateAhead {
  taskId: string;
  /**
   * The due time of the date before: preferences cause no reminders earlier, but custom reminders
   * may.
   */
  preferencesAfter: string;
}

interface Planned {
  /** The open task, or the one just closed: its reminders for every time apply to the dates. */
  from: string;
  dates: DateAhead[];
  /**
   * Reminders due after this instant are still sent, however late; earlier ones are recorded as
   * lapsed.
   */
  since: string;
}

/**
 * Makes the reminders of a series' next dates match its tasks, preferences and reminders for every
 * time.
 */
export async function planRemindersAhead(
  trx: Transaction<Database>,
  { from, dates, since }: Planned,
): Promise<void> {
  const tasks = await findTasks(
    trx,
    dates.map(({ taskId }) => taskId),
  );
  const all = await findStandingReminders(trx, from, ...tasks.keys());
  const standing = all.filter(({ task_id }) => task_id === from);
  const planned = all.filter(({ task_id }) => task_id !== from);
  await removeWithdrawn(trx, planned, standing);
  const missing = [...tasks.values()].flatMap((task) =>
    standing.flatMap((one) => nextReminder(task, one, since) ?? []),
  );
  for (let first = 0; first < missing.length; first += batchSize) {
    await trx
      .insertInto("reminders")
      .values(missing.slice(first, first + batchSize))
      .onConflict((conflict) =>
        conflict.columns(["task_id", "user_id", "origin", "minutes_before"]).doNothing(),
      )
      .execute();
  }
  const preferencesAfter = new Map(dates.map((date) => [date.taskId, date.preferencesAfter]));
  await syncTaskReminders(trx, [...tasks.values()], { since, preferencesAfter });
}

function nextReminder(
  task: Task,
  standing: Reminder,
  since: string,
): Insertable<Database["reminders"]> | null {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (!dueAt || !dueLocal || !dueTimeZone) return null;
  const planned = plannedAt({ dueAt, dueLocal, dueTimeZone }, standing.minutes_before);
  return {
    ...standing,
    id: newId(),
    task_id: task.id,
    message: task.title,
    planned_at: planned,
    scheduled_at: planned,
    status: planned > since ? "pending" : "lapsed",
    ...notSnoozed,
    seen_at: null,
    follow_up_at: null,
  };
}

/** Removes reminders for every time that the open task no longer has. */
async function removeWithdrawn(
  trx: Transaction<Database>,
  existing: Reminder[],
  standing: Reminder[],
): Promise<void> {
  const key = ({ user_id, minutes_before }: Pick<Reminder, "user_id" | "minutes_before">) =>
    `${user_id} ${minutes_before}`;
  const wanted = new Set(standing.map(key));
  const withdrawn = existing
    .filter((one) => one.status !== "sent" && !wanted.has(key(one)))
    .map(({ id }) => id);
  if (withdrawn.length > 0)
    await trx.deleteFrom("reminders").where("id", "in", idList(withdrawn)).execute();
}

/**
 * True if a user was reminded of the date, even before a snooze, and so relies on it. A cancelled
 * reminder stays cancelled.
 */
export async function wasReminded(
  trx: Transaction<Database>,
  taskId: string,
  { since, now }: { since: string; now: string },
): Promise<boolean> {
  const sent = await trx
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", taskId)
    .where(({ and, eb, or, ref }) =>
      or([
        and([eb("status", "=", "sent"), eb("scheduled_at", ">", since)]),
        and([
          eb("scheduled_at", "!=", ref("planned_at")),
          eb("planned_at", ">", since),
          eb("planned_at", "<=", now),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}
