import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import {
  planRemindersAhead,
  wasReminded,
} from "#app/domain/reminders/planning/reminders-ahead.server.ts";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange, ChangeRefused } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { occurrenceTakenBack } from "../events.server.ts";
import { keptTurn } from "../turns/kept-turn.server.ts";
import { reopenAhead } from "./complete-ahead.server.ts";
import { planAhead } from "./plan-ahead.server.ts";
import type { Occurrence, Series } from "./series.server.ts";
import { timesOf, updateOccurrence } from "./update-occurrence.server.ts";

/**
 * Takes back the next one.
 * @throws ChangeRefused if that was touched or somebody was reminded of it
 */
export async function reopen(
  trx: Transaction<Database>,
  { series, occurrence, task }: { series: Series; occurrence: Occurrence; task: Task },
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
  // An edit of a skipped one restores it, and may assign someone else.
  const turn = { turn_person_id: keptTurn(occurrence, task) };
  await updateOccurrence(trx, occurrence, { ...reopened, ...times, ...turn });
  await planAhead(
    trx,
    { series, occurrence: { ...occurrence, ...reopened, ...times, ...turn }, task },
    now,
  );
}

/** Yesterday's, reopened today, would otherwise be missed at once. */
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
  // Reminders for every time that were added since.
  const dates = occurrence.task_id ? [{ taskId: occurrence.task_id, preferencesAfter: "" }] : [];
  await planRemindersAhead(trx, { from: latest.task_id, dates, since: now });
  await updateOccurrence(trx, latest, { state: "ahead", missed_at: null });
  await hideOccurrence(trx, latest.task_id, { by: null, now });
  await occurrenceTakenBack.announce(trx, { taskId: latest.task_id }, now);
  await announceTaskChange(trx, [latest.task_id], now);
}

async function isUntouched(
  trx: Transaction<Database>,
  { task_id, task_version }: Occurrence,
  times: { since: string; now: string },
): Promise<boolean> {
  const task = task_id ? (await findTasks(trx, [task_id])).get(task_id) : undefined;
  return task?.version === task_version && !(await wasReminded(trx, task.id, times));
}
