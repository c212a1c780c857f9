import type ICAL from "ical.js";
import { createZoneFinder, type FileZone, plain } from "#app/domain/calendar/shown/file/zones.ts";
import { isDate } from "#app/domain/core/limits.ts";
import {
  instantOf,
  isTimeZone,
  minutesBetween,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { countBefore, nextDate } from "#app/domain/recurrence/dates.server.ts";
import { readPastedRule } from "#app/domain/recurrence/pasted-rule.ts";
import { parseRule, type Rule } from "#app/domain/recurrence/rule.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import {
  dayAfter,
  dayOf,
  type Due,
  type Fields,
  fitDescription,
  fitTitle,
  onDay,
} from "./fields.ts";

export type Library = typeof ICAL;
type Component = ICAL.Component;

/** A client's object that cannot be kept. Its message is for the client. */
export class UnreadableObject extends Error {}

export interface ReadObject {
  uid: string;
  fields: Fields;
  /** The day of the rule that is open, which an exception may have moved. */
  openOn: string | null;
  /** True if an exception says when it is due. */
  isOpenMoved: boolean;
  /** Days of the rule that the client has done as exceptions beside it, and when. */
  doneOn: ReadonlyMap<string, string | null>;
  cancelledOn: string[];
  /** True if the whole of it is called off. */
  isCancelled: boolean;
  /** The days from its start until it is due. */
  daysFromStart: number;
  /** Its rule begins at the start's day. Null without a start or a rule, or with exceptions. */
  ofStart: ReadObject | null;
  /** Lines by which Mila can repeat the task. Empty without a rule. */
  ruleLines: string[];
  /** The number of the rule's dates before the open one. */
  passed: number;
  /** The program that wrote this, by its own account. */
  program: string;
}

export const loadLibrary = async (): Promise<Library> => (await import("ical.js")).default;

const maxTodos = 1_000;
/** Each date that a rule leaves out costs time whenever the next one is looked for. */
const maxRuleLength = 20_000;

/** @throws UnreadableObject */
export function readObject(library: Library, text: string, timeZone: string): ReadObject {
  try {
    return readTodos(library, parseCalendar(library, text), timeZone);
  } catch (error) {
    if (error instanceof UnreadableObject) throw error;
    throw new UnreadableObject("I can't read this calendar object.");
  }
}

export function parseCalendar(library: Library, text: string): Component {
  const component = new library.Component(library.parse(text) as unknown[]);
  if (component.name !== "vcalendar") throw new UnreadableObject("Send one VCALENDAR.");
  return component;
}

export interface Todos {
  master: Component;
  /** To-dos for single dates of the rule (RECURRENCE-ID). */
  exceptions: Component[];
}

export function todosOf(calendar: Component): Todos {
  const todos = calendar.getAllSubcomponents("vtodo");
  const isException = (todo: Component) => todo.hasProperty("recurrence-id");
  const [master, ...others] = todos.filter((todo) => !isException(todo));
  if (!master || others.length > 0) throw new UnreadableObject("Send exactly one to-do.");
  return { master, exceptions: todos.filter(isException) };
}

function readTodos(library: Library, calendar: Component, timeZone: string): ReadObject {
  const { master, exceptions, uid } = requireTodos(calendar);
  const reader = createReader(library, calendar, timeZone);
  const { due, ...repetition } = readRepetition(reader, master, timeZone);
  const marks = exceptions.flatMap((todo) => readException(reader, todo, master));
  const { rule } = repetition;
  const isCancelled = statusOf(master) === "CANCELLED";
  // What is called off is not open either.
  const isMasterDone = isDone(master) || isCancelled;
  const open = due && rule ? findOpen({ ...repetition, due, rule }, marks) : onlyDate(due);
  const from = open.due === null ? "" : dayOf(open.due);
  const alarms = reader.alarmsOf(master, due).map(({ minutes }) => minutes);
  const marked = (state: Mark["state"]) => marks.filter((mark) => mark.state === state);
  const doneOn = new Map(marked("done").map(({ day, doneAt }) => [day, doneAt]));
  const read = {
    uid,
    fields: {
      title: fitTitle(textOf(master, "summary")),
      description: fitDescription(textOf(master, "description")),
      due: open.due,
      isDone: open.isDone || isMasterDone,
      doneAt: isMasterDone ? reader.completedAt(master) : (doneOn.get(open.on ?? "") ?? null),
      rule,
      excluded: repetition.excluded.filter((day) => day >= from),
      alarms: [...new Set(alarms)].toSorted((one, other) => one - other),
    },
    openOn: open.on,
    isOpenMoved: marked("open").some(({ day }) => day === open.on),
    doneOn,
    cancelledOn: marked("cancelled").map(({ day }) => day),
    isCancelled,
    ruleLines: repetition.lines,
    passed: due && rule && open.on !== null ? countPassed(rule, dayOf(due), open.on) : 0,
    program: textOf(calendar, "prodid"),
    daysFromStart: reader.daysFromStart(master),
  };
  const hasMarks = exceptions.length > 0;
  return { ...read, ofStart: hasMarks ? null : readOfStart(reader, master, read, timeZone) };
}

function readOfStart(
  reader: Reader,
  master: Component,
  read: Omit<ReadObject, "ofStart">,
  timeZone: string,
): ReadObject | null {
  const start = reader.momentOf(master.getFirstProperty("dtstart"));
  const ruleLines = linesOf(master);
  const rule = start && ruleLines.length > 0 ? readRule(ruleLines, start, timeZone) : null;
  if (!start || rule === null || parseRule(rule).status === "refused") return null;
  const on = dayOf(start);
  const excluded = reader.excludedOf(master).filter((day) => day >= on);
  const fields = { ...read.fields, rule, excluded };
  const dates = { openOn: on, isOpenMoved: true, passed: 0 };
  return { ...read, fields, ...dates, ruleLines, ofStart: null };
}

function requireTodos(calendar: Component): Todos & { uid: string } {
  if (calendar.hasProperty("method")) throw new UnreadableObject("METHOD has no place here.");
  const others = ["vevent", "vjournal", "vfreebusy"];
  if (others.some((name) => calendar.getFirstSubcomponent(name)))
    throw new UnreadableObject("This calendar has to-dos only.");
  const { master, exceptions } = todosOf(calendar);
  if (exceptions.length > maxTodos) throw new UnreadableObject("That's too many exceptions.");
  const uid = textOf(master, "uid");
  if (uid === "" || uid.length > 1_000 || exceptions.some((todo) => textOf(todo, "uid") !== uid))
    throw new UnreadableObject("All its to-dos need one UID.");
  return { master, exceptions, uid };
}

/** Mila counts from the day on which something is due, and other clients from its start. */
function readRepetition(reader: Reader, master: Component, timeZone: string) {
  const due = reader.dueOf(master);
  const lines = linesOf(master);
  const none = { due, rule: null, excluded: [], lines: [] };
  const read = due && lines.length > 0 ? readRule(lines, due, timeZone) : null;
  const parsed = read === null ? null : parseRule(read);
  if (read === null || parsed?.status !== "accepted") return none;
  if (reader.daysFromStart(master) !== 0 && namesDays(parsed.rule)) return none;
  const shift = reader.daysFromStart(master);
  const excluded = reader.excludedOf(master).map((day) => dayAfter(day, shift));
  return { due, rule: read, excluded, lines };
}

function countPassed(rule: string, startsOn: string, on: string): number {
  const parsed = parseRule(rule);
  return parsed.status === "accepted"
    ? countBefore({ rule: parsed.rule, startsOn, excludedOn: [] }, on)
    : 0;
}

const namesDays = ({ months, monthDays, weekdays, positions }: Rule): boolean =>
  months.length + monthDays.length + weekdays.length + positions.length > 0;

export function textOf(component: Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name);
  return value === null || value === undefined ? "" : String(value as string);
}

const statusOf = (todo: Component) => textOf(todo, "status").toUpperCase();

function isDone(todo: Component): boolean {
  const status = statusOf(todo);
  return status === "COMPLETED" || (status === "" && todo.hasProperty("completed"));
}

/** Unfolded lines of the rule and of the dates that it leaves out. */
function linesOf(master: Component): string[] {
  const lines = ["rrule", "rdate", "exrule", "exdate"].flatMap((name) =>
    master.getAllProperties(name).map((property) => property.toICALString()),
  );
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return master.hasProperty("rrule") && length <= maxRuleLength ? lines : [];
}

function readRule(lines: readonly string[], due: Due, viewerZone: string): string | null {
  const [on = "", time = usualTime] = "on" in due ? [due.on] : due.local.split("T");
  const timeZone = "on" in due ? viewerZone : due.timeZone;
  const read = readPastedRule(lines.join("\r\n"), { on, time, timeZone });
  return read.status === "accepted" ? read.rule : null;
}

interface Mark {
  day: string;
  due: Due | null;
  state: "open" | "done" | "cancelled";
  doneAt: string | null;
}

function readException(reader: Reader, todo: Component, master: Component): Mark[] {
  const day = reader.dayOfException(todo, master);
  if (day === null) return [];
  const isCancelled = statusOf(todo) === "CANCELLED";
  const state = isDone(todo) ? "done" : isCancelled ? "cancelled" : "open";
  return [{ day, due: reader.dueOf(todo), state, doneAt: reader.completedAt(todo) }];
}

interface Open {
  due: Due | null;
  isDone: boolean;
  /** Its day by the rule. */
  on: string | null;
}

const onlyDate = (due: Due | null): Open => ({ due, isDone: false, on: due && dayOf(due) });

/** Finds the first date that is neither done, cancelled nor left out. */
function findOpen(
  { due, rule, excluded }: { due: Due; rule: string; excluded: string[] },
  marks: readonly Mark[],
): Open {
  const parsed = parseRule(rule);
  if (parsed.status === "refused") return onlyDate(due);
  const closed = marks.flatMap(({ day, state }) => (state === "open" ? [] : [day]));
  const excludedOn = [...excluded, ...closed];
  const first = dayOf(due);
  const day = excludedOn.includes(first)
    ? nextDate({ rule: parsed.rule, startsOn: first, excludedOn }, first)
    : first;
  if (day === null) {
    const last = closed.toSorted().at(-1) ?? first;
    return { due: onDay(due, last), isDone: true, on: last };
  }
  const moved = marks.find((mark) => mark.day === day)?.due;
  return { due: moved ?? onDay(due, day), isDone: false, on: day };
}

type Reader = ReturnType<typeof createReader>;
export type ReadAlarm = { component: Component; minutes: number };

/** Reads dates by the zones of the object, and by the viewer's where it names none. */
export function createReader(library: Library, calendar: Component, viewerZone: string) {
  const zones = new Map(
    calendar
      .getAllSubcomponents("vtimezone")
      .slice(0, 20)
      .map((zone) => [textOf(zone, "tzid"), zone.toString()]),
  );
  const findZone = createZoneFinder(library, zones);
  return {
    momentOf,
    dueOf,
    dayOfException,
    daysFromStart,
    excludedOf,
    completedAt,
    alarmsOf,
    fixedAlarmsOf,
    instantAt,
  };

  function momentOf(property: ICAL.Property | null): Due | null {
    const time: unknown = property?.getFirstValue();
    return property && time instanceof library.Time ? momentAt(property, time) : null;
  }

  function momentAt(property: ICAL.Property, time: ICAL.Time): Due | null {
    const local = plain(time);
    const day = local.toPlainDate().toString();
    if (!isDate(day)) return null;
    if (time.isDate) return { on: day };
    const said = property.getFirstParameter("tzid");
    if (said && isTimeZone(said)) return { local: minutesOf(local), timeZone: said };
    const zone = said ? findZone(said) : undefined;
    const instant = instantIn(time, zone);
    const here = instant === null ? local : wallClockAt(instant, viewerZone);
    return { local: minutesOf(here), timeZone: viewerZone };
  }

  /** A to-do may only have a start, or a start and how long it takes. */
  function dueOf(todo: Component): Due | null {
    const due = momentOf(todo.getFirstProperty("due"));
    if (due) return due;
    const start = momentOf(todo.getFirstProperty("dtstart"));
    const duration: unknown = todo.getFirstPropertyValue("duration");
    if (!start || !(duration instanceof library.Duration)) return start;
    const minutes = Math.round(duration.toSeconds() / 60);
    if ("on" in start) return { on: Temporal.PlainDate.from(start.on).add({ minutes }).toString() };
    return {
      ...start,
      local: minutesOf(Temporal.PlainDateTime.from(start.local).add({ minutes })),
    };
  }

  /** Returns the day on which an exception's date is due. Leaves exceptions for all dates alone. */
  function dayOfException(todo: Component, master: Component): string | null {
    const property = todo.getFirstProperty("recurrence-id");
    const moment = property?.getFirstParameter("range") ? null : momentOf(property);
    return moment && dayAfter(dayOf(moment), daysFromStart(master));
  }

  function daysFromStart(todo: Component): number {
    const [start, due] = [momentOf(todo.getFirstProperty("dtstart")), dueOf(todo)];
    return start && due ? Temporal.PlainDate.from(dayOf(start)).until(dayOf(due)).days : 0;
  }

  function excludedOf(todo: Component): string[] {
    const days = todo.getAllProperties("exdate").flatMap((property) =>
      ifReadable(() => property.getValues() as unknown[], []).flatMap((time) => {
        const moment = time instanceof library.Time ? momentAt(property, time) : null;
        return moment ? [dayOf(moment)] : [];
      }),
    );
    return [...new Set(days)].toSorted();
  }

  function completedAt(todo: Component): string | null {
    const value: unknown = todo.getFirstPropertyValue("completed");
    if (!(value instanceof library.Time) || value.isDate) return null;
    const instant = instantIn(value, undefined) ?? instantOf(plain(value), viewerZone);
    return isDate(instant.slice(0, 10)) ? instant : null;
  }

  /** Omits alarms after the due date, and alarms that Mila can't follow. */
  function alarmsOf(todo: Component, due: Due | null): ReadAlarm[] {
    if (!due) return [];
    const dueAt = instantAt(due);
    return timedAlarmsOf(todo).flatMap((component) => {
      const at = ifReadable(() => alarmAt(component, todo, due), null);
      const minutes = at === null ? -1 : minutesBetween(at, dueAt);
      return minutes >= 0 && minutes <= maxAlarmMinutes ? [{ component, minutes }] : [];
    });
  }

  /** Lists alarms at a time of their own, which stays when the due date moves. */
  function fixedAlarmsOf(todo: Component, due: Due): ReadAlarm[] {
    const dueAt = instantAt(due);
    return timedAlarmsOf(todo).flatMap((component) => {
      const value = ifReadable(() => component.getFirstPropertyValue("trigger") as unknown, null);
      const at = value instanceof library.Time ? instantIn(value, undefined) : null;
      const minutes = at === null ? null : minutesBetween(at, dueAt);
      const isNear = minutes !== null && Math.abs(minutes) <= maxAlarmMinutes;
      return isNear ? [{ component, minutes }] : [];
    });
  }

  function alarmAt(alarm: Component, todo: Component, due: Due): string | null {
    const trigger = alarm.getFirstProperty("trigger");
    const value: unknown = trigger?.getFirstValue();
    if (!trigger) return null;
    if (value instanceof library.Time) return instantIn(value, undefined);
    if (!(value instanceof library.Duration)) return null;
    const isFromEnd = String(trigger.getFirstParameter("related") ?? "").toUpperCase() === "END";
    const start = isFromEnd ? null : momentOf(todo.getFirstProperty("dtstart"));
    const anchor = wallClockOf(start ?? due, "00:00").add({
      days: value.weeks * 7 * sign(value) + value.days * sign(value),
    });
    const at = instantOf(anchor, zoneOf(start ?? due));
    const seconds = (value.hours * 60 + value.minutes) * 60 + value.seconds;
    return new Date(Date.parse(at) + seconds * 1_000 * sign(value)).toISOString();
  }

  function instantAt(due: Due, time = usualTime): string {
    return instantOf(wallClockOf(due, time), zoneOf(due));
  }

  function zoneOf(due: Due): string {
    return "on" in due ? viewerZone : due.timeZone;
  }
}

/** Omits alarms at a place, and alarms that start a program. */
const timedAlarmsOf = (todo: Component) =>
  todo
    .getAllSubcomponents("valarm")
    .filter(
      (alarm) =>
        ["DISPLAY", "AUDIO"].includes(textOf(alarm, "action").toUpperCase()) &&
        !alarm.hasProperty("proximity") &&
        !alarm.hasProperty("x-apple-proximity"),
    );

/**
 * An unreadable value stays in the client's text. The library parses a value only when it is asked
 * for, which may be after Mila has given the task its date.
 */
export function ifReadable<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const maxAlarmMinutes = 365 * 24 * 60;

const sign = ({ isNegative }: ICAL.Duration) => (isNegative ? -1 : 1);

const wallClockOf = (due: Due, time: string) =>
  Temporal.PlainDateTime.from("on" in due ? `${due.on}T${time}` : due.local);

const minutesOf = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: "minute" });

function instantIn(time: ICAL.Time, zone: FileZone | undefined): string | null {
  if (time.zone?.tzid === "UTC") return time.toJSDate().toISOString();
  return zone ? zone.instantOf(time) : null;
}
