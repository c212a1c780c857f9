import type { Kysely } from "kysely";
import {
  formatDate,
  formatTime,
  formatWeekday,
  instantOf,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { findDatesBetween, type LaterDate } from "#app/domain/series/dates-between.server.ts";
import { listTasksOfPerson } from "#app/domain/tasks/lists/person-tasks.server.ts";
import type { Database } from "#db/schema.ts";

export interface ChildDay {
  /** "Today", "Tomorrow", "Friday" or "Any time". */
  name: string;
  tasks: ChildTask[];
}

interface ChildTask {
  id: string;
  title: string;
  /** "4:00 PM", "since Monday", "for Monday" if done late; null if only the day was said. */
  when: string | null;
  state: "open" | "done" | "later";
  /** The wall clock that the form sends, empty without a date. */
  seen: string;
  /** True if the child ticked it here, and so may take the tick back. */
  canUndo: boolean;
}

interface Worker {
  personId: string;
  householdId: string;
  timeZone: string;
}

const daysShown = 7;

/** Lists the tasks that a child does today and on the next days, with nothing of anybody else. */
export async function findChildDays(
  db: Kysely<Database>,
  { personId, householdId, timeZone }: Worker,
  now: string,
): Promise<ChildDay[]> {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const startOf = (day: Temporal.PlainDate) => instantOf(day.toPlainDateTime(), timeZone);
  const [from, before] = [startOf(today), startOf(today.add({ days: daysShown }))];
  const tasks = await listTasksOfPerson(db, { householdId }, { personId, before, doneSince: from });
  const dates = await findDatesBetween(db, householdId, { from, before });
  const own = dates.filter((date) => date.personId === personId);
  const rows = [
    ...tasks.map((task) => showTask(task, { today, timeZone, personId })),
    ...own.map((date) => showLater(date, timeZone)),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const days = Array.from({ length: daysShown }, (_, index) => today.add({ days: index }));
  return [
    ...days.map((day, index) => ({
      name: ["Today", "Tomorrow"][index] ?? formatWeekday(day),
      tasks: rows.filter((row) => row.day?.equals(day)).map(({ task }) => task),
    })),
    { name: "Any time", tasks: rows.filter(({ day }) => day === null).map(({ task }) => task) },
  ].filter((day) => day.tasks.length > 0);
}

interface Row {
  /** The day under which it stands; null without a date. */
  day: Temporal.PlainDate | null;
  /** Sorts the rows of a day. */
  at: string;
  task: ChildTask;
}

type OwnTask = Awaited<ReturnType<typeof listTasksOfPerson>>[number];

/** Shows today what is late, and what was done today. */
function showTask(
  { id, title, is_completed, was_missed, marked_person, ...due }: OwnTask,
  { today, timeZone, personId }: { today: Temporal.PlainDate; timeZone: string; personId: string },
): Row {
  const { due_date, due_local, due_has_time } = due;
  const day = due_date === null ? null : wallClockAt(due_date, timeZone).toPlainDate();
  const isLate = day !== null && Temporal.PlainDate.compare(day, today) < 0;
  const isDone = is_completed === 1;
  const time = due_date && due_has_time ? formatTime(due_date, timeZone) : null;
  const when = isLate ? `${was_missed ? "for" : "since"} ${nameOfPast(day, today)}` : time;
  const canUndo = isDone && marked_person === personId;
  return {
    day: isLate || isDone ? today : day,
    at: due_date ?? "",
    task: { id, title, when, state: isDone ? "done" : "open", seen: due_local ?? "", canUndo },
  };
}

/** A date of a repeating task that is not open yet cannot be ticked. */
function showLater({ openId, on, title, dueAt, hasTime }: LaterDate, timeZone: string): Row {
  const when = hasTime ? formatTime(dueAt, timeZone) : null;
  return {
    day: wallClockAt(dueAt, timeZone).toPlainDate(),
    at: dueAt,
    task: { id: `${openId} ${on}`, title, when, state: "later", seen: "", canUndo: false },
  };
}

/** "Monday" within a week, else "Nov 21". */
function nameOfPast(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  if (day.until(today).days < daysShown) return formatWeekday(day);
  const noon = `${day.toString()}T12:00Z`;
  return formatDate(noon, "UTC", `${today.toString()}T12:00Z`);
}
