import type { Kysely, Transaction } from "kysely";
import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { moveOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { firstOutside, isWithin, nextDate } from "#app/domain/recurrence/dates.server.ts";
import type { Database } from "#db/schema.ts";
import { findOpenOccurrence } from "../occurrences/complete-ahead.server.ts";
import { datedRule, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { passOn } from "./pass-on.server.ts";

/** Gives the open one, also if it is deleted, a date that its series still has. For each change of a rule or a pause. */
export async function fitOpen(
  trx: Transaction<Database>,
  series: Series,
  now: string,
): Promise<void> {
  const open = await findOpenOccurrence(trx, series.id);
  const task = open?.task_id ? (await findTasks(trx, [open.task_id])).get(open.task_id) : undefined;
  if (!open || !task?.due_local) return;
  const [dueOn = "", time] = task.due_local.split("T");
  const on = await fittingDate(trx, { series, open, dueOn }, now);
  if (on && on !== dueOn) {
    await passOn(trx, { series, occurrence: open, task }, on);
    const version = await moveOccurrence(trx, task.id, `${on}T${time}`, series.time_zone);
    const isUntouched = task.version === open.task_version;
    const task_version = isUntouched ? version : open.task_version;
    await updateOccurrence(trx, open, { occurs_on: on, task_version });
  }
  await announceTaskChange(trx, [task.id], now);
}

interface Fitted {
  series: Series;
  open: Occurrence;
  dueOn: string;
}

async function fittingDate(
  trx: Transaction<Database>,
  { series, open, dueOn }: Fitted,
  now: string,
) {
  const dated = datedRule(series);
  if (!dated) return firstOutside(dueOn, series.paused);
  // One that was moved by hand stays, unless it is paused.
  if (dueOn !== open.occurs_on)
    return isWithin(dueOn, series.paused) ? nextDate(dated, dueOn) : dueOn;
  const before = await findOccurrenceBefore(trx, open);
  const today = wallClockAt(now, series.time_zone).toPlainDate().toString();
  const wanted = nextDate(dated, laterOf(before?.occurs_on ?? "", dayBefore(today)));
  const isStillMeant = nextDate(dated, dayBefore(open.occurs_on)) === open.occurs_on;
  return isStillMeant && (!wanted || open.occurs_on <= wanted) ? open.occurs_on : wanted;
}

const laterOf = (one: string, other: string) => (one > other ? one : other);
const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

/** A later date that someone has done already has a lower number too. */
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
