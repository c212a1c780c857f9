import type { Kysely } from "kysely";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import { fieldsFromSchedule, plainFields } from "#app/domain/recurrence/form-rule.ts";
import { viewDue } from "#app/domain/tasks/due/due.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { describeClock } from "./card-series.server.ts";
import { breakKey, findBreaks } from "./occurrences/breaks.server.ts";
import { isShown, seenRepetition } from "./changing/seen-repetition.server.ts";
import {
  findOccurrences,
  hasReadableRule,
  namesOf,
  type Occurrence,
  scheduleOf,
  type Series,
} from "./occurrences/series.server.ts";

interface RepeatPage {
  /** "Every Tuesday 7 PM", or "… 7 PM New York time"; null if the task does not repeat. */
  words: string | null;
  /** The task's own zone, if the viewer's clock shows another time. */
  timeZone: string | null;
  /** True if the form cannot show its rule. */
  isOnlyInWords: boolean;
  fields: {
    rule: string;
    interval: string;
    unit: string;
    weekdays: string[];
    monthly: string;
    days: string;
    nth: string;
    nthWeekday: string;
    from: string;
    until: string;
    breaks: string[];
    pausedUntil: string;
  };
  /** The names to choose from. */
  breakNames: string[];
  seen: string;
}

/** "replaced": a later occurrence replaced it; "missing": the task is done or has no date. */
export async function findRepeatPage(
  db: Kysely<Database>,
  viewer: Pick<ZonedViewer, "timeZone">,
  task: Task,
  now: string = nowIso(),
): Promise<RepeatPage | "replaced" | "missing"> {
  if (!task.due_local) return "missing";
  const [found] = await findOccurrences(db, [task.id]);
  if (found && found.occurrence.state !== "open") return "replaced";
  if (task.is_completed) return "missing";
  const saved = found && isShown(found.series) ? found.series : undefined;
  const series = saved && readable(saved);
  const today = wallClockAt(now, task.due_time_zone ?? "UTC")
    .toPlainDate()
    .toString();
  const form = fillForm(series, { dueOn: task.due_local.slice(0, 10), today });
  const words = series
    ? wordsFor({ ...series, next_on: found?.occurrence.next_on ?? null }, viewer.timeZone)
    : null;
  const timeZone = viewDue(task, viewer.timeZone, now)?.timeZone ?? null;
  const breakNames = await listNames(db, task.household_id, form.fields.breaks);
  return { ...form, words, timeZone, breakNames, seen: seenRepetition(saved) };
}

/** The form offers to replace a rule that cannot be read. */
const readable = (series: Series) => (hasReadableRule(series) ? series : undefined);

const wordsFor = (series: Series & Pick<Occurrence, "next_on">, timeZone: string) =>
  describeRule(scheduleOf(series), series.starts_on, describeClock(series, timeZone));

function fillForm(
  series: Series | undefined,
  { dueOn, today }: { dueOn: string; today: string },
): Pick<RepeatPage, "isOnlyInWords" | "fields"> {
  const schedule = series && scheduleOf(series);
  const shown =
    series && schedule ? fieldsFromSchedule(schedule, series.starts_on) : plainFields(dueOn);
  const { until, interval, nth, ...fields } = shown ?? plainFields(dueOn);
  const pausedUntil = series?.paused_until ?? "";
  return {
    isOnlyInWords: shown === null,
    fields: {
      ...fields,
      rule: shown === null ? "keep" : "new",
      interval: String(interval),
      nth: String(nth),
      until: until ?? "",
      breaks: series ? namesOf(series) : [],
      pausedUntil: pausedUntil > today ? pausedUntil : "",
    },
  };
}

/**
 * Lists each name once, as the household writes it. A series may skip a break that has no dates
 * yet.
 */
async function listNames(
  db: Kysely<Database>,
  householdId: string,
  own: string[],
): Promise<string[]> {
  const breaks = await findBreaks(db, [householdId]);
  const names = new Map(
    [...breaks.map(({ name }) => name), ...own].toReversed().map((name) => [breakKey(name), name]),
  );
  for (const name of own) names.set(breakKey(name), name);
  return [...names.values()].toSorted();
}
