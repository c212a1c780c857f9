import type { Kysely, Transaction } from "kysely";
import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { moveOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import {
  type DatedRule,
  firstOutside,
  isWithin,
  nextDate,
} from "#app/domain/recurrence/dates.server.ts";
import type { Database } from "#db/schema.ts";
import { findOpenOccurrence } from "./complete-ahead.server.ts";
import { dateOn, datedRule, type Occurrence, type Series } from "./series.server.ts";
import { updateOccurrence } from "./update-occurrence.server.ts";
import { keepWeeks } from "../turns/keep-weeks.server.ts";
import { passOn } from "./pass-on.server.ts";

/**
 * Moves the open occurrence, even a deleted one, to a date that its series still has. Call it after
 * each change of a rule or a pause.
 */
export async function realignOpenOccurrence(
  trx: Transaction<Database>,
  series: Series,
  now: string,
): Promise<void> {
  const open = await findOpenOccurrence(trx, series.id);
  const task = open?.task_id ? (await findTasks(trx, [open.task_id])).get(open.task_id) : undefined;
  if (!open || !task?.due_local) return;
  const [dueOn = "", time] = task.due_local.split("T");
  const dated = datedRule(series);
  const today = wallClockAt(now, series.time_zone).toPlainDate().toString();
  const on = dated
    ? await fittingDate(trx, { dated, series, open, dueOn }, today)
    : dateOutsidePauses({ series, open, task, dueOn }, today);
  if (on && on !== dueOn) {
    await passOn(trx, { series, occurrence: open, task }, on);
    // Another date of the series has its time; a time chosen by hand was for the one before.
    const kept = { local: `${on}T${time}`, timeZone: series.time_zone, hasTime: task.due_has_time };
    const version = await moveOccurrence(trx, task.id, dated ? dateOn(series, on) : kept);
    const isUntouched = task.version === open.task_version;
    const task_version = isUntouched ? version : open.task_version;
    // A series that counts from completion keeps its date beneath a pause, which may end early.
    const values = dated ? { occurs_on: on, task_version } : { task_version };
    await keepWeeks(trx, series, () => updateOccurrence(trx, open, values));
  }
  await announceTaskChange(trx, [task.id], now);
}

interface Fitted {
  series: Series;
  open: Occurrence;
  dueOn: string;
}

/** Keeps a date that someone chose, unless it is paused. One that a pause moved is never past. */
function dateOutsidePauses(
  { series, open, task, dueOn }: Fitted & { task: Task },
  today: string,
): string {
  const isMovedByPause = dueOn !== open.occurs_on && task.moved_by === null;
  const from = isMovedByPause ? laterOf(open.occurs_on, today) : dueOn;
  return firstOutside(from, series.paused);
}

async function fittingDate(
  trx: Transaction<Database>,
  { dated, series, open, dueOn }: Fitted & { dated: DatedRule },
  today: string,
): Promise<string | null> {
  // An occurrence that was moved by hand stays, unless that day is paused.
  if (dueOn !== open.occurs_on)
    return isWithin(dueOn, series.paused) ? nextDate(dated, dueOn) : dueOn;
  const before = await findOccurrenceBefore(trx, open);
  const wanted = nextDate(dated, laterOf(before?.occurs_on ?? "", dayBefore(today)));
  const isStillMeant = nextDate(dated, dayBefore(open.occurs_on)) === open.occurs_on;
  return isStillMeant && (!wanted || open.occurs_on <= wanted) ? open.occurs_on : wanted;
}

const laterOf = (one: string, other: string) => (one > other ? one : other);
const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

/** A later date that was already done has a lower number too. */
async function findOccurrenceBefore(
  db: Kysely<Database>,
  { series_id, number, occurs_on }: Occurrence,
) {
  return db
    .selectFrom("series_occurrences")
    .select("occurs_on")
    .where("series_id", "=", series_id)
    .where("number", "<", number)
    .where("occurs_on", "<", occurs_on)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}
