import type { Kysely } from "kysely";
import { formatTime, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { createCalendarNames } from "./calendar-names.server.ts";
import { sinceWhen } from "./describe-state.ts";
import { isDay, isInstant } from "./file/event.ts";

export interface DayEvent {
  id: number;
  title: string;
  calendar: string;
  /** "3:00 PM", "until 11:00 AM" or "All day". */
  time: string;
  /** HH:mm of its start; empty if it began before the day, or takes whole days. */
  startsAt: string;
}

const maxEvents = 500;
/** Most outages end within an hour. */
const failuresToTell = 3;

/** Keyed by day. An event of several days is on each of them. */
export async function findEventsByDay(
  db: Kysely<Database>,
  { householdId, timeZone }: Pick<ZonedViewer, "householdId" | "timeZone">,
  days: Temporal.PlainDate[],
): Promise<Map<string, DayEvent[]>> {
  // Written times may be a day off in the viewer's zone.
  const after = days[0]!.subtract({ days: 1 }).toString();
  const before = days.at(-1)!.add({ days: 2 }).toString();
  const rows = await db
    .selectFrom("shown_calendars as calendar")
    .innerJoin("shown_events as event", "event.calendar_id", "calendar.id")
    .select(["event.id", "title", "starts", "ends", "name", "host", "added_by", "google_detail"])
    .$narrowType<{ id: number }>()
    .where("household_id", "=", householdId)
    .where("ends", ">=", after)
    .where("starts", "<", before)
    .orderBy("starts")
    .orderBy("event.id")
    .limit(maxEvents)
    .execute();
  const byDay = new Map(days.map((day): [string, DayEvent[]] => [day.toString(), []]));
  const nameOf = await createCalendarNames(db, householdId, rows);
  for (const row of rows) {
    const event = { id: row.id, title: row.title || "Busy", calendar: nameOf(row) };
    for (const { day, ...when } of onDays([...byDay.keys()], row, timeZone))
      byDay.get(day)?.push({ ...event, ...when });
  }
  for (const events of byDay.values())
    events.sort((one, other) => one.startsAt.localeCompare(other.startsAt));
  return byDay;
}

interface Times {
  starts: string;
  ends: string;
}

function* onDays(days: string[], { starts, ends }: Times, timeZone: string) {
  const [start, end] = [starts, ends].map((written) => wallClockOf(written, timeZone));
  const first = start!.toPlainDate().toString();
  const last = lastDayOf(start!, end!).toString();
  for (const day of days) {
    if (day < first || day > last) continue;
    if (isDay(starts)) yield { day, time: "All day", startsAt: "" };
    else if (day === first) yield { day, time: clock(start!), startsAt: hoursAndMinutes(start!) };
    else {
      const isOverThen = day === last && !isMidnight(end!);
      yield { day, time: isOverThen ? `until ${clock(end!)}` : "All day", startsAt: "" };
    }
  }
}

function wallClockOf(written: string, timeZone: string): Temporal.PlainDateTime {
  return isInstant(written) ? wallClockAt(written, timeZone) : Temporal.PlainDateTime.from(written);
}

/** An end at midnight belongs to the day before. */
function lastDayOf(start: Temporal.PlainDateTime, end: Temporal.PlainDateTime) {
  const isLater = Temporal.PlainDateTime.compare(end, start) > 0;
  if (!isLater) return start.toPlainDate();
  return isMidnight(end) ? end.toPlainDate().subtract({ days: 1 }) : end.toPlainDate();
}

const isMidnight = ({ hour, minute }: Temporal.PlainDateTime) => hour === 0 && minute === 0;
const hoursAndMinutes = (at: Temporal.PlainDateTime) =>
  at.toPlainTime().toString({ smallestUnit: "minute" });
const clock = (at: Temporal.PlainDateTime) => formatTime(`${at.toString()}Z`, "UTC");

/** Says which calendars may be out of date. */
export async function findCalendarNotes(
  db: Kysely<Database>,
  { householdId, timeZone }: Pick<ZonedViewer, "householdId" | "timeZone">,
  now: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("shown_calendars")
    .select(["name", "host", "added_by", "google_detail", "read_at", "held_at", "failures"])
    .where("household_id", "=", householdId)
    .where(({ eb, or }) =>
      or([eb("failures", ">=", failuresToTell), eb("held_at", "is not", null)]),
    )
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  const nameOf = await createCalendarNames(db, householdId, rows);
  return rows.map((row) => {
    const { read_at, held_at } = row;
    const calendar = row.google_detail ? nameOf(row) : `“${nameOf(row)}”`;
    if (held_at) return `I wait for Mila's owner before I read ${calendar} again.`;
    if (read_at === null) return `I couldn't read ${calendar} yet.`;
    return `I haven't been able to read ${calendar} since ${sinceWhen(read_at, timeZone, now)}.`;
  });
}
