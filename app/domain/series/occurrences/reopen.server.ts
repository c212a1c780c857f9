import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import {
  planRemindersAhead,
  wasReminded,
} from "#app/domain/reminders/planning/reminders-ahead.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { isChecklistTouched } from "#app/domain/tasks/checklist/copy-checklist.server.ts";
import { announceTaskChange, ChangeRefused } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { isWithin } from "#app/domain/recurrence/dates.server.ts";
import type { Database } from "#db/schema.ts";
import { assignTurn, findTurn } from "./give-to-turn.server.ts";
import { passOnIfAwaySince } from "./pass-on.server.ts";
import { occurrenceReverted } from "../events.server.ts";
import { keptTurn } from "../turns/kept-turn.server.ts";
import { reopenAhead } from "./complete-ahead.server.ts";
import { realignOpenOccurrence } from "./realign-open-occurrence.server.ts";
import { planAhead } from "./plan-ahead.server.ts";
import type { Open } from "./dates-ahead.server.ts";
import { type Occurrence, todayOf } from "./series.server.ts";
import { timesOf, updateOccurrence } from "./update-occurrence.server.ts";

/**
 * Reverts the next occurrence.
 * @throws ChangeRefused if somebody changed it or was reminded of it
 */
export async function reopen(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  now: string,
): Promise<void> {
  if (await reopenAhead(trx, { series, occurrence, task }, now)) return;
  const latest = await trx
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", series.id)
    .where("state", "!=", "ahead")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (occurrence.number < latest.number) await takeBack(trx, occurrence, latest, now);
  else if (occurrence.number > latest.number)
    throw new ChangeRefused("The one before it was reopened");
  const reopened = { state: "open", closed_at: null, done_by: null } as const;
  const { next_on, missed_at } = timesOf(series, occurrence, task);
  const soon = laterBy(now, { hours: hoursToRedo });
  const times = { next_on, missed_at: missed_at && missed_at < soon ? soon : missed_at };
  // Editing a skipped occurrence restores it, and may assign someone else.
  const turn_person_id = keptTurn(occurrence, task);
  const values = { ...reopened, ...times, turn_person_id };
  await updateOccurrence(trx, occurrence, values);
  const open = { series, occurrence: { ...occurrence, ...values }, task };
  if (await hasPassed(trx, open, occurrence.closed_at ?? now))
    await announceTaskChange(trx, [task.id], now);
  if (isOnPausedDate(open, now)) await realignOpenOccurrence(trx, series, now);
  else await planAhead(trx, open, now);
}

/**
 * Its own date may be in a break or a pause by now that is not over. One that was moved by hand
 * stays.
 */
function isOnPausedDate({ series, occurrence: { occurs_on }, task }: Open, now: string): boolean {
  const isMovedByHand = task.moved_by !== null || task.due_local?.slice(0, 10) !== occurs_on;
  if (series.ended_at !== null || isMovedByHand) return false;
  const today = todayOf(series, now);
  return isWithin(
    occurs_on,
    series.paused.filter(({ to }) => to >= today),
  );
}

/** @param since when it was closed: who took the turn before, although away, has it again */
async function hasPassed(trx: Transaction<Database>, open: Open, since: string): Promise<boolean> {
  if (!(await isTurnOver(trx, open))) return passOnIfAwaySince(trx, open, since);
  await assignTurn(trx, open, await findTurn(trx, open));
  return true;
}

/** Its person has left, or a yes ended while it was done and its person still stands there. */
async function isTurnOver(
  trx: Transaction<Database>,
  { occurrence: { turn_person_id }, task }: Open,
): Promise<boolean> {
  const isYesOver = task.has_turn === 1 && task.delegation_status !== "accepted";
  if (isYesOver && task.assignee_id !== turn_person_id) return true;
  const people = turn_person_id ? await listHouseholdPeople(trx, task.household_id) : [];
  return turn_person_id !== null && people.every(({ id }) => id !== turn_person_id);
}

/** Otherwise yesterday's occurrence, reopened today, would be missed at once. */
const hoursToRedo = 1;

async function takeBack(
  trx: Transaction<Database>,
  occurrence: Occurrence,
  latest: Occurrence,
  now: string,
) {
  const isNext = latest.number === occurrence.number + 1 && latest.state === "open";
  const since = occurrence.closed_at ?? now;
  if (!isNext || !latest.task_id || !(await isUntouched(trx, latest, { since, now })))
    throw new ChangeRefused("The next one has begun");
  // Adds reminders for every time that were created since.
  const dates = occurrence.task_id ? [{ taskId: occurrence.task_id, preferencesAfter: "" }] : [];
  await planRemindersAhead(trx, { from: latest.task_id, dates, since: now });
  await updateOccurrence(trx, latest, { state: "ahead", missed_at: null });
  await hideOccurrence(trx, latest.task_id, { by: null, now });
  await occurrenceReverted.announce(trx, { taskId: latest.task_id }, now);
  await announceTaskChange(trx, [latest.task_id], now);
}

async function isUntouched(
  trx: Transaction<Database>,
  { task_id, task_version }: Occurrence,
  times: { since: string; now: string },
): Promise<boolean> {
  const task = task_id ? (await findTasks(trx, [task_id])).get(task_id) : undefined;
  if (task?.version !== task_version || (await isChecklistTouched(trx, task))) return false;
  return !(await wasReminded(trx, task.id, times));
}
