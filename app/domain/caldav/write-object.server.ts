import type ICAL from "ical.js";
import { Temporal } from "#app/domain/core/time.ts";
import { writeTimeZone } from "#app/domain/calendar/files/time-zone.ts";
import { datesBetween, instantOn } from "#app/domain/recurrence/dates.server.ts";
import { parseRule, type Rule, writeRule } from "#app/domain/recurrence/rule.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { keepLines } from "./kept-lines.ts";
import { dayAfter, dayOf, type Due, type Fields, isSame, noFields, onDay } from "./fields.ts";
import {
  createReader,
  type Library,
  parseCalendar,
  type ReadObject,
  readObject,
  textOf,
  type Todos,
  todosOf,
} from "./read-object.server.ts";

type Component = ICAL.Component;

/** The present state of an object. */
export interface Shown {
  uid: string;
  fields: Fields;
  createdAt: string;
  changedAt: string;
  /** The viewer's. */
  timeZone: string;
  /** For a series, the day on which the rule has its open date, wherever that was moved. */
  openOn: string | null;
  /** When its dates (YYYY-MM-DD) were done, for a series that a client completes by exceptions. */
  doneOn: ReadonlyMap<string, string | null>;
}

/** A client's text, and the fields that it stands for. */
export interface Kept {
  content: string;
  fields: Fields;
  /** True for an app that has not sent it. */
  isElsewhere: boolean;
}

/**
 * Writes what a client gets: its own text, with what has changed in Mila since. Nothing else of it
 * is touched.
 */
export function writeObject(library: Library, kept: Kept | null, shown: Shown): string {
  const isUnchanged = kept !== null && isSame(kept.fields, shown.fields);
  const mayHavePast = kept?.isElsewhere === true && kept.content.includes("RECURRENCE-ID");
  if (isUnchanged && !mayHavePast) return kept.content;
  const content = kept?.content ?? emptyObject(shown);
  const { text, restore } = keepLines(content, unchangedWords(kept, shown));
  const calendar = parseCalendar(library, text);
  const writer: Writer = { library, calendar, shown, before: kept?.fields ?? noFields };
  const { master } = todosOf(calendar);
  if (mayHavePast && !leavePast(writer) && isUnchanged) return kept.content;
  writeWords(writer, master);
  writeRepetition(writer);
  writeDone(writer, master);
  writeAlarms(writer, master);
  if (kept) stamp(writer, master);
  return restore(`${calendar.toString()}\r\n`);
}

function unchangedWords(kept: Kept | null, { fields }: Shown): string[] {
  return [
    ...(kept?.fields.title === fields.title ? ["SUMMARY"] : []),
    ...(kept?.fields.description === fields.description ? ["DESCRIPTION"] : []),
  ];
}

interface Writer {
  library: Library;
  calendar: Component;
  shown: Shown;
  before: Fields;
}

function emptyObject({ uid, createdAt, changedAt }: Shown): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Mila//Mila//EN",
    "BEGIN:VTODO",
    `DTSTAMP:${utc(changedAt)}`,
    `UID:${uid}`,
    `CREATED:${utc(createdAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    "END:VTODO",
    "END:VCALENDAR",
  ].join("\r\n");
}

/** Formats an instant as 20270601T235900Z. */
const utc = (instant: string) => instant.replace(/\.\d+/, "").replaceAll(/[-:]/g, "");

function stamp({ library, shown }: Writer, master: Component): void {
  for (const name of ["dtstamp", "last-modified"])
    setLine(library, master, name, `:${utc(shown.changedAt)}`);
}

/** @param rest parameters and value, such as ";VALUE=DATE:20310105" */
function setLine(library: Library, todo: Component, name: string, rest: string): void {
  todo.removeAllProperties(name);
  addLine(library, todo, name, rest);
}

function addLine(library: Library, todo: Component, name: string, rest: string): void {
  todo.addProperty(library.Property.fromString(`${name.toUpperCase()}${rest}`));
}

function writeWords({ before, shown: { fields } }: Writer, master: Component): void {
  if (fields.title !== before.title) setWords(master, "summary", fields.title);
  if (fields.description === before.description) return;
  if (fields.description === null) master.removeAllProperties("description");
  else setWords(master, "description", fields.description);
}

/** The same words elsewhere (ALTREP) are no longer the same. */
function setWords(master: Component, name: string, words: string): void {
  master.updatePropertyWithValue(name, words).removeParameter("altrep");
}

function writeRepetition(writer: Writer): void {
  const { library, calendar, before, shown } = writer;
  const { fields } = shown;
  const todos = todosOf(calendar);
  const hasExceptions = todos.exceptions.length > 0;
  const isRuleKept = hasExceptions
    ? withoutCount(fields.rule) === withoutCount(before.rule)
    : fields.rule === before.rule;
  if (isRuleKept && hasExceptions && fields.rule && fields.due) {
    if (!isSame(fields.due, before.due)) moveByExceptions(writer, todos, fields.due);
    return;
  }
  if (!isRuleKept) endExceptions(calendar, todos);
  if (!isSame(fields.due, before.due)) moveDue(writer, todos.master, fields.due);
  if (!isRuleKept) writeRuleLines(library, todos.master, fields);
  const left = before.excluded.filter((day) => fields.due !== null && day >= dayOf(fields.due));
  if (!isRuleKept || !isSame(fields.excluded, left))
    writeExcluded(writer, todos.master, fields.excluded);
}

/**
 * Apps that move a date on know no exceptions: for them the rule begins with its open date. Returns
 * false if no exception is before that date.
 */
function leavePast(writer: Writer): boolean {
  const { library, calendar, shown, before } = writer;
  const { master, exceptions } = todosOf(calendar);
  const reader = createReader(library, calendar, shown.timeZone);
  const { openOn, fields } = readBack(writer);
  if (before.rule === null || openOn === null || fields.due === null) return false;
  const past = exceptions.filter((each) => {
    const day = reader.dayOfException(each, master);
    return day !== null && day <= openOn;
  });
  for (const exception of past) calendar.removeSubcomponent(exception);
  if (past.length === 0) return false;
  moveDue(writer, master, fields.due);
  writeRuleLines(library, master, { ...before, due: fields.due });
  writeExcluded(writer, master, before.excluded);
  if (fields.isDone) markDone(writer, master, fields.doneAt);
  return true;
}

function withoutCount(rule: string | null): string | null {
  const parsed = rule === null ? null : parseRule(rule);
  return parsed?.status === "accepted" ? writeRule({ ...parsed.rule, count: null }) : null;
}

function endExceptions(calendar: Component, { exceptions }: Todos): void {
  for (const exception of exceptions) calendar.removeSubcomponent(exception);
}

function writeRuleLines(library: Library, master: Component, fields: Fields): void {
  for (const name of ["rrule", "rdate", "exrule", "exdate"]) master.removeAllProperties(name);
  const { rule, due } = fields;
  const parsed = rule === null ? null : parseRule(rule);
  if (parsed?.status !== "accepted" || !due) return;
  addLine(library, master, "rrule", `:${ruleText(parsed.rule, due)}`);
  if (!master.hasProperty("dtstart")) addLine(library, master, "dtstart", momentText(due));
}

/** With a time, UNTIL is an instant; of whole days, it is a day. */
function ruleText(rule: Rule, due: Due): string {
  if (rule.until === null || "on" in due) return writeRule(rule);
  const until = instantOn(rule.until, "23:59", due.timeZone);
  return `${writeRule({ ...rule, until: null })};UNTIL=${utc(until)}`;
}

function writeExcluded(writer: Writer, master: Component, excluded: readonly string[]): void {
  master.removeAllProperties("exdate");
  for (const day of excluded)
    addLine(writer.library, master, "exdate", occurrenceText(writer, master, day));
}

/** Writes parameters and value of a date. */
function momentText(due: Due): string {
  if ("on" in due) return `;VALUE=DATE:${due.on.replaceAll("-", "")}`;
  const value = `${due.local.replaceAll(/[-:]/g, "")}00`;
  return due.timeZone === "UTC" ? `:${value}Z` : `;TZID=${due.timeZone}:${value}`;
}

/** Moves its start by as much. */
function moveDue(writer: Writer, master: Component, due: Due | null): void {
  const { library, calendar, shown } = writer;
  const reader = createReader(library, calendar, shown.timeZone);
  const [dueBefore, start] = [
    reader.dueOf(master),
    reader.momentOf(master.getFirstProperty("dtstart")),
  ];
  const isOnlyStart =
    start !== null && !master.hasProperty("due") && !master.hasProperty("duration");
  if (due && dueBefore) moveFixedAlarms(writer, master, { from: dueBefore, to: due });
  for (const name of ["due", "duration", "dtstart"]) master.removeAllProperties(name);
  if (due === null) return;
  knowZone(writer, due);
  if (!isOnlyStart) addLine(library, master, "due", momentText(due));
  const moved = start && dueBefore && shifted(start, dueBefore, due);
  // A rule needs a start.
  const started = isOnlyStart || (!moved && master.hasProperty("rrule")) ? due : moved;
  if (started) addLine(library, master, "dtstart", momentText(started));
}

/** Moves alarms at a time of their own by as much as the due date. */
function moveFixedAlarms(
  { library, calendar, shown }: Writer,
  todo: Component,
  { from, to }: { from: Due; to: Due },
): void {
  const reader = createReader(library, calendar, shown.timeZone);
  for (const { component, minutes } of reader.fixedAlarmsOf(todo, from)) {
    const at = new Date(Date.parse(reader.instantAt(to)) - minutes * 60_000).toISOString();
    setLine(library, component, "trigger", `;VALUE=DATE-TIME:${utc(at)}`);
  }
}

/** Returns null if the start and the date can no longer be compared. */
function shifted(start: Due, from: Due, to: Due): Due | null {
  if (isSame(start, from)) return to;
  if ("on" in start !== "on" in to || "on" in from !== "on" in to) return null;
  const days = Temporal.PlainDate.from(dayOf(from)).until(dayOf(to)).days;
  const moved = dayAfter(dayOf(start), days);
  const next = onDay(
    "on" in to || "on" in start ? start : { ...start, timeZone: to.timeZone },
    moved,
  );
  const isBefore = JSON.stringify("on" in next ? next.on : next.local);
  return isBefore <= JSON.stringify("on" in to ? to.on : to.local) ? next : null;
}

function knowZone({ library, calendar }: Writer, due: Due): void {
  if ("on" in due || due.timeZone === "UTC") return;
  const zones = calendar.getAllSubcomponents("vtimezone");
  if (zones.some((zone) => textOf(zone, "tzid") === due.timeZone)) return;
  const text = writeTimeZone(due.timeZone, Number(due.local.slice(0, 4)));
  const zone = new library.Component(library.parse(text) as unknown[]);
  const todos = calendar.getAllSubcomponents("vtodo");
  // Clients expect zones before what uses them.
  for (const todo of todos) calendar.removeSubcomponent(todo);
  for (const each of [zone, ...todos]) calendar.addSubcomponent(each);
}

/**
 * Some clients complete a date by an exception beside the rule, and never move the rule's own date:
 * Thunderbird does.
 */
function moveByExceptions(writer: Writer, todos: Todos, due: Due): void {
  const { library, calendar, shown } = writer;
  const known = () => readBack(writer);
  const { fields, openOn } = known();
  if (openOn === null || !fields.rule) return fallBack(writer, todos, due);
  const day = ruleDayOf(writer, todos, fields.rule) ?? dayOf(due);
  if (day > openOn) closeDates(writer, todos, { rule: fields.rule, from: openOn, to: day });
  else if (day < openOn) reopenDates(writer, todos, day);
  const reached = known();
  if (isSame(reached.fields.due, due)) return;
  if (reached.openOn === null) return fallBack(writer, todos, due);
  const reader = createReader(library, calendar, shown.timeZone);
  const own = todosOf(calendar).exceptions.find(
    (each) => reader.dayOfException(each, todos.master) === reached.openOn,
  );
  moveDue(writer, own ?? addException(writer, todos.master, reached.openOn), due);
  if (!isSame(known().fields.due, due)) fallBack(writer, todosOf(calendar), due);
}

/** Returns null if the client's rule does not have the day of Mila's open date. */
function ruleDayOf({ library, calendar, shown }: Writer, { master }: Todos, rule: string) {
  const parsed = parseRule(rule);
  const start = createReader(library, calendar, shown.timeZone).dueOf(master);
  if (!start || shown.openOn === null || parsed.status === "refused") return null;
  const dated = { rule: parsed.rule, startsOn: dayOf(start), excludedOn: [] };
  const isInRule = datesBetween(dated, shown.openOn, shown.openOn).length > 0;
  return isInRule || shown.openOn === dayOf(start) ? shown.openOn : null;
}

const readBack = ({ library, calendar, shown }: Writer): ReadObject =>
  readObject(library, calendar.toString(), shown.timeZone);

/** Begins with the open date again. */
function fallBack(writer: Writer, todos: Todos, due: Due): void {
  endExceptions(writer.calendar, todos);
  moveDue(writer, todos.master, due);
  writeRuleLines(writer.library, todos.master, writer.shown.fields);
  writeExcluded(writer, todos.master, writer.shown.fields.excluded);
}

const maxClosed = 400;

/** Dates that were done become exceptions; the others are left out. */
function closeDates(
  writer: Writer,
  { master, exceptions }: Todos,
  { rule, from, to }: { rule: string; from: string; to: string },
): void {
  const { library, calendar, shown } = writer;
  const parsed = parseRule(rule);
  if (parsed.status === "refused") return;
  const reader = createReader(library, calendar, shown.timeZone);
  const start = reader.dueOf(master)!;
  const dated = { rule: parsed.rule, startsOn: dayOf(start), excludedOn: [] };
  const days = [from, ...datesBetween(dated, from, dayAfter(to, -1))].slice(0, maxClosed);
  for (const day of new Set(days)) {
    const same = exceptions.find((each) => reader.dayOfException(each, master) === day);
    if (shown.doneOn.has(day)) {
      const done = same ?? addException(writer, master, day);
      if (done) markDone(writer, done, shown.doneOn.get(day) ?? null);
    } else {
      if (same) calendar.removeSubcomponent(same);
      const known = reader.excludedOf(master);
      if (!known.includes(day))
        addLine(library, master, "exdate", occurrenceText(writer, master, day));
    }
  }
}

function reopenDates(writer: Writer, { master, exceptions }: Todos, day: string): void {
  const { library, calendar, shown } = writer;
  const reader = createReader(library, calendar, shown.timeZone);
  for (const each of exceptions) {
    const own = reader.dayOfException(each, master);
    if (own !== null && own >= day) calendar.removeSubcomponent(each);
  }
  const kept = reader.excludedOf(master).filter((each) => each < day);
  writeExcluded(writer, master, kept);
}

/** Writes the start of a date of the rule as the rule's own start is written. */
function occurrenceText({ library, calendar, shown }: Writer, master: Component, dueOn: string) {
  const reader = createReader(library, calendar, shown.timeZone);
  const day = dayAfter(dueOn, -reader.daysFromStart(master));
  const property = master.getFirstProperty("dtstart") ?? master.getFirstProperty("due");
  const start = reader.momentOf(property);
  if (!start || "on" in start) return momentText({ on: day });
  const value: unknown = property?.getFirstValue();
  const isUtc = value instanceof library.Time && value.zone?.tzid === "UTC";
  if (!isUtc) return momentText(onDay(start, day));
  return `:${utc(instantOn(day, start.local.slice(11), start.timeZone))}`;
}

function addException(writer: Writer, master: Component, day: string): Component {
  const { library, calendar, shown } = writer;
  const exception = new library.Component("vtodo");
  const at = occurrenceText(writer, master, day);
  exception.updatePropertyWithValue("uid", textOf(master, "uid"));
  addLine(library, exception, "dtstamp", `:${utc(shown.changedAt)}`);
  exception.updatePropertyWithValue("summary", shown.fields.title);
  addLine(library, exception, "recurrence-id", at);
  if (master.hasProperty("dtstart")) addLine(library, exception, "dtstart", at);
  const due = createReader(library, calendar, shown.timeZone).dueOf(master);
  addLine(library, exception, "due", due ? momentText(onDay(due, day)) : at);
  calendar.addSubcomponent(exception);
  return exception;
}

function writeDone(writer: Writer, master: Component): void {
  const { before, shown } = writer;
  const { isDone, doneAt } = shown.fields;
  if (isDone === before.isDone && doneAt === before.doneAt) return;
  if (isDone) return markDone(writer, master, doneAt);
  for (const name of ["completed", "percent-complete"]) master.removeAllProperties(name);
  setLine(writer.library, master, "status", ":NEEDS-ACTION");
}

function markDone({ library, shown }: Writer, todo: Component, doneAt: string | null): void {
  setLine(library, todo, "status", ":COMPLETED");
  setLine(library, todo, "percent-complete", ":100");
  setLine(library, todo, "completed", `:${utc(doneAt ?? shown.changedAt)}`);
}

function writeAlarms({ library, calendar, before, shown }: Writer, master: Component): void {
  const { alarms, due, title } = shown.fields;
  const [gone, fresh] = [
    before.alarms.filter((minutes) => !alarms.includes(minutes)),
    alarms.filter((minutes) => !before.alarms.includes(minutes)),
  ];
  if (gone.length > 0) {
    const reader = createReader(library, calendar, shown.timeZone);
    for (const { component, minutes } of reader.alarmsOf(master, reader.dueOf(master)))
      if (gone.includes(minutes)) master.removeSubcomponent(component);
  }
  if (!due) return;
  for (const minutes of fresh) {
    const alarm = new library.Component("valarm");
    alarm.updatePropertyWithValue("action", "DISPLAY");
    alarm.updatePropertyWithValue("description", title);
    const related = master.hasProperty("due") ? ";RELATED=END" : "";
    addLine(library, alarm, "trigger", `${related}:${triggerOf(minutes, due)}`);
    master.addSubcomponent(alarm);
  }
}

/** A date without a time begins at midnight, and Mila reminds of it by its usual time. */
function triggerOf(minutesBefore: number, due: Due): string {
  const [hours = 0, minutes = 0] = usualTime.split(":").map(Number);
  const after = ("on" in due ? hours * 60 + minutes : 0) - minutesBefore;
  const size = Math.abs(after);
  const sign = after < 0 ? "-" : "";
  if (size > 0 && size % (24 * 60) === 0) return `${sign}P${size / (24 * 60)}D`;
  return `${sign}PT${size}M`;
}
