import type { Kysely } from "kysely";
import {
  type DayEvent,
  findCalendarNotes,
  findEventsByDay,
} from "#app/domain/calendar/shown/week-events.server.ts";
import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import {
  formatDate,
  formatTime,
  formatWeekday,
  instantOf,
  isSameWallClock,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { bit } from "#app/domain/core/bit.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { findDatesBetween, findRepeating } from "#app/domain/series/dates-between.server.ts";
import { quickDates } from "#app/domain/tasks/due/date-presets.server.ts";
import { orderInDays } from "#app/domain/tasks/due/due.server.ts";
import { aboutBeside } from "#app/domain/tasks/lists/about-beside.ts";
import { anyone } from "#app/domain/tasks/lists/whose-input.ts";
import { isTheirs } from "#app/domain/tasks/lists/whose.server.ts";
import { listTasksBetween, listUndated } from "#app/domain/tasks/week/day-tasks.server.ts";
import { findLastingByDay, type LastingLine } from "./lasting.server.ts";
import { findWhose, type WhoseChoice } from "./whose.server.ts";
import type { Category, Database } from "#db/schema.ts";

export interface WeekPage {
  days: WeekDay[];
  /** "Nov 29 to Dec 5". */
  name: string;
  /** The first days of the weeks before and after, YYYY-MM-DD. */
  earlier: string;
  later: string;
  isThisWeek: boolean;
  /** The person whose tasks alone are shown; null for everyone's. */
  who: WeekOwner | null;
  /** The people whose tasks can be shown alone. */
  people: WhoseChoice["people"];
  undated: { tasks: UndatedTask[]; count: number };
  /** Which of the household's calendars may be out of date. */
  calendarNotes: string[];
}

interface WeekOwner {
  /** A person's id, or "anyone" for tasks that nobody has. */
  id: string;
  name: string;
  isYou: boolean;
}

interface UndatedTask {
  id: string;
  title: string;
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  /** The name and the id of the person who has it. */
  who: string | null;
  personId: string | null;
}

interface WeekDay {
  /** YYYY-MM-DD, in the viewer's zone. */
  date: string;
  /** "Sunday". */
  weekday: string;
  /** "Nov 29". */
  name: string;
  isToday: boolean;
  /** The usual time (HH:mm) of a task that is given this day; null for a day that is over. */
  usualTime: string | null;
  tasks: DayTask[];
  /** Lines that say who is away, and which tasks go on from an earlier day. */
  lasting: LastingLine[];
  /** From other calendars, in the order of time. */
  events: (Omit<DayEvent, "startsAt"> & { tasksBefore: number })[];
}

interface DayTask {
  /** Its key in the list. */
  id: string;
  /** Its page. */
  href: string;
  title: string;
  category: Category;
  /** Null if only the day was said. */
  time: string | null;
  who: string | null;
  /** The id of the person who has it. */
  personId: string | null;
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  isCompleted: boolean;
  /** True if it is a later date of a repeating task. */
  isLater: boolean;
  /** True if other dates follow, or it is one of them. */
  repeats: boolean;
  /** "until Dec 8" if it was said to last for several days. */
  until: string | null;
  /** The wall clock of a task that can get another day here; null for any other. */
  movableFrom: string | null;
}

const daysPerWeek = 7;

/**
 * Finds the tasks due on each day of a week in the viewer's zone. The week begins on the day that
 * the viewer has chosen.
 * @param day any of its days, YYYY-MM-DD; today if null
 * @param who a person's id, or "anyone"; shows everyone's tasks if the household has no such person
 */
export async function findWeekPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { day, who = null, now }: { day: string | null; who?: string | null; now: string },
): Promise<WeekPage> {
  const { timeZone } = viewer;
  const today = wallClockAt(now, timeZone).toPlainDate();
  const { first, next, between } = await findWeek(db, viewer, day ?? today.toString());
  const { people, whose } = await findWhose(db, viewer, who);
  const owner = ownerOf(people, whose);
  const tasks = (await listTasks(db, viewer, between)).filter((task) => isOf(owner, task));
  const byDay = Map.groupBy(tasks, ({ dueAt }) =>
    wallClockAt(dueAt, timeZone).toPlainDate().toString(),
  );
  const dates = Array.from({ length: daysPerWeek }, (_, index) => first.add({ days: index }));
  const events = await findEventsByDay(db, viewer, dates);
  const lasting = await findLastingByDay(db, viewer, { dates, between, now });
  const [quick] = quickDates(now, timeZone);
  return {
    days: dates.map((date) => {
      const ofDay = byDay.get(date.toString()) ?? [];
      return {
        date: date.toString(),
        weekday: formatWeekday(date),
        name: nameOfDay(date),
        isToday: date.equals(today),
        usualTime: usualTimeOf(date, today, quick),
        tasks: ofDay.map((task) => ({
          ...toDayTask(task, timeZone),
          until: lasting.untilOf.get(task.id) ?? null,
        })),
        lasting: lasting.on(date).filter((line) => isOf(owner, line)),
        events: placeEvents(events.get(date.toString()) ?? [], ofDay, timeZone),
      };
    }),
    name: nameOfWeek(dates, today),
    earlier: first.subtract({ days: daysPerWeek }).toString(),
    later: next.toString(),
    isThisWeek: dates.some((date) => date.equals(today)),
    who: owner,
    people,
    undated: await findUndated(db, viewer, owner && owner.id),
    calendarNotes: await findCalendarNotes(db, viewer, now),
  };
}

async function findUndated(db: Kysely<Database>, viewer: ZonedViewer, whose: string | null) {
  const { tasks, count } = await listUndated(db, viewer, whose);
  const shown = tasks.map(({ id, assignee_id: personId, assignee: who, ...task }) => ({
    id,
    title: task.title,
    about: aboutBeside(task),
    who,
    personId,
  }));
  return { tasks: shown, count };
}

interface WeekCount {
  /** The tasks that a person does. */
  own: number;
  /** The tasks about them that somebody else does, or nobody yet. */
  about: number;
}

/** Counts the open tasks of this week, later dates of repeating ones too, by person. */
export async function countWeekByPerson(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string,
): Promise<Map<string, WeekCount>> {
  const today = wallClockAt(now, viewer.timeZone).toPlainDate();
  const { between } = await findWeek(db, viewer, today.toString());
  const open = (await listTasks(db, viewer, between)).filter(({ isCompleted }) => !isCompleted);
  const counts = new Map<string, WeekCount>();
  const count = (id: string | null, kind: keyof WeekCount) => {
    if (id === null) return;
    const known = counts.get(id) ?? { own: 0, about: 0 };
    counts.set(id, { ...known, [kind]: known[kind] + 1 });
  };
  for (const { personId, aboutId } of open) {
    count(personId, "own");
    if (aboutId !== personId) count(aboutId, "about");
  }
  return counts;
}

/** @param day any of its days, YYYY-MM-DD */
async function findWeek(db: Kysely<Database>, { userId, timeZone }: ZonedViewer, day: string) {
  const shown = Temporal.PlainDate.from(day);
  const weekStart = await findWeekStart(db, userId);
  const first = shown.subtract({ days: (shown.dayOfWeek - weekStart + daysPerWeek) % daysPerWeek });
  const next = first.add({ days: daysPerWeek });
  const startOf = (date: Temporal.PlainDate) => instantOf(date.toPlainDateTime(), timeZone);
  return { first, next, between: { from: startOf(first), before: startOf(next) } };
}

function ownerOf(people: WhoseChoice["people"], whose: string | null): WeekOwner | null {
  if (whose === anyone) return { id: anyone, name: "Anyone", isYou: false };
  const person = people.find(({ id }) => id === whose);
  return person ? { id: person.id, name: person.name, isYou: person.isYou } : null;
}

function isOf(
  owner: WeekOwner | null,
  { personId, aboutId, who }: Pick<Planned, "personId" | "aboutId" | "who">,
) {
  if (owner === null) return true;
  if (owner.id === anyone) return who === null;
  return isTheirs({ assignee_id: personId, about_id: aboutId }, owner.id);
}

/** Late in the evening, no time of today is left. */
function usualTimeOf(
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
  first: { date: string; time: string } | undefined,
): string | null {
  if (date.equals(today)) return first?.date === date.toString() ? first.time : null;
  return Temporal.PlainDate.compare(date, today) < 0 ? null : "12:00";
}

function toDayTask(task: Planned, timeZone: string): Omit<DayTask, "until"> {
  const { dueAt, hasTime, aboutId: _, ...shown } = task;
  return { ...shown, time: hasTime ? formatTime(dueAt, timeZone) : null };
}

/** Says after how many of the day's tasks each event stands. */
function placeEvents(
  events: DayEvent[],
  tasks: { dueAt: string; hasTime: boolean }[],
  timeZone: string,
): WeekDay["events"] {
  const times = tasks.map(({ dueAt, hasTime }) =>
    hasTime ? wallClockAt(dueAt, timeZone).toPlainTime().toString({ smallestUnit: "minute" }) : "",
  );
  return events.map(({ startsAt, ...event }) => ({
    ...event,
    tasksBefore: times.filter((time) => time < startsAt).length,
  }));
}

/** Leaves the year out. */
function nameOfDay(date: Temporal.PlainDate): string {
  const noon = `${date.toString()}T12:00Z`;
  return formatDate(noon, "UTC", noon);
}

/** "Nov 22 to 28", "Nov 29 to Dec 5" or, in another year, "Jun 9 to 15, 2041". */
function nameOfWeek(dates: Temporal.PlainDate[], today: Temporal.PlainDate): string {
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const end = first.month === last.month ? String(last.day) : nameOfDay(last);
  const year = last.year === today.year ? "" : `, ${last.year}`;
  return `${nameOfDay(first)} to ${end}${year}`;
}

interface Planned extends Omit<DayTask, "time" | "until"> {
  /** An instant. */
  dueAt: string;
  hasTime: boolean;
  aboutId: string | null;
}

async function listTasks(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  between: { from: string; before: string },
): Promise<Planned[]> {
  const tasks = await listTasksBetween(db, viewer, between);
  const dates = await findDatesBetween(db, viewer.householdId, between);
  const repeating = await findRepeating(
    db,
    tasks.map(({ id }) => id),
  );
  const named = [
    ...tasks.flatMap(({ assignee_id, about_id }) => [assignee_id, about_id]),
    ...dates.map(({ aboutId }) => aboutId),
  ];
  const labels = await findLabels(
    db,
    named.filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => labels.get(id ?? "") ?? null;
  const here = tasks.map(({ id, title, category, due_date, is_completed, ...task }) => ({
    id,
    href: `/tasks/${id}`,
    title,
    category,
    dueAt: due_date,
    hasTime: task.due_has_time === 1,
    personId: task.assignee_id,
    who: nameOf(task.assignee_id) ?? task.assignee,
    aboutId: task.about_id,
    about: aboutBeside({ title, about: nameOf(task.about_id) ?? task.about }),
    isCompleted: is_completed === 1,
    isLater: false,
    repeats: repeating.has(id),
    movableFrom:
      is_completed === 0 && isSameWallClock(due_date, viewer.timeZone, task.due_time_zone!)
        ? task.due_local
        : null,
  }));
  const later = dates.map(
    ({ openId, on, title, category, dueAt, hasTime, personId, who, aboutId }) => ({
      id: `${openId} ${on}`,
      href: `/tasks/${openId}/dates/${on}`,
      title,
      category,
      dueAt,
      hasTime,
      personId,
      who,
      aboutId,
      about: aboutBeside({ title, about: nameOf(aboutId) }),
      isCompleted: false,
      isLater: true,
      repeats: true,
      movableFrom: null,
    }),
  );
  const orderOf = orderInDays(viewer.timeZone);
  const order = ({ dueAt, hasTime }: { dueAt: string; hasTime: boolean }) =>
    orderOf(dueAt, bit(hasTime));
  return [...here, ...later].toSorted(
    (one, other) =>
      order(one).localeCompare(order(other)) || one.title.localeCompare(other.title, "en"),
  );
}
