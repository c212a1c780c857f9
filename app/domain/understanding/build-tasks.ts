import { maxTasksOfText } from "#app/domain/core/limits.ts";
import { Temporal } from "#app/domain/core/time.ts";
import { buildEach } from "./build-task.ts";
import { isBefore } from "./calendar/days.ts";
import { listHeadingWords } from "./lexicon/letters.ts";
import { kinshipWords } from "./lexicon/names.ts";
import { wordSet } from "./lexicon/word-set.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import {
  continuesSentence,
  type InheritedDay,
  inheritedDays,
  ownDay,
} from "./split/inherited-days.ts";
import type { Heading } from "./split/lists/headings.ts";
import type { RequestPart } from "./split/request-parts.ts";
import { toOneLine } from "./title/writing.ts";
import type { Day, ParsedRequest, Token } from "./types.ts";

/** Applies a shared day, verb, assignee or heading to every task that it covers. */
export function buildTasks(
  context: ParseContext,
  whole: Reading,
  parts: RequestPart[],
  dayOfStory?: InheritedDay,
): ParsedRequest[] {
  const isSameDay = parts.map((part, index) => index > 0 && pointerIn(whole, part) !== null);
  const readings = parts.map((part) => readPart(context, whole, part));
  const headings = readHeadings(context, whole, parts);
  const days = inheritedDays(readings, parts, headings);
  let assignee: string | undefined;
  let maybeOn: Day | undefined;
  let before: Token[] = [];
  let lastDay: InheritedDay | undefined;
  const tasks: ParsedRequest[] = [];
  // "For Finn buy a protractor and cover the jotters".
  const isForSomeone =
    readings[0]!.tokens[0]!.word === "for" &&
    whole.scan.names.has(readings[0]!.tokens[1]?.word ?? "");
  for (const [index, reading] of readings.entries()) {
    const part = parts[index]!;
    const covering = part.headings.map((heading) => headings.get(heading)!);
    if (!inheritsAssignee(part)) assignee = undefined;
    // "Clear the calendar on Thursday, dinner at 6": today, or on Thursday.
    if (!continuesSentence(part)) maybeOn = undefined;
    const isFirst = index === 0 && !ownDay(reading);
    const day =
      days[index] ??
      (isFirst && dayOfStory?.when.isDayGuessed ? dayOfStory : undefined) ??
      (isSameDay[index] && !ownDay(reading) ? lastDay : undefined);
    lastDay = ownDay(reading) ?? day ?? lastDay;
    const said = withHeadings(context, part, covering);
    const person = personIn(reading);
    const isAbout =
      !person &&
      !said.topic &&
      before.length > 0 &&
      (isSubjectOf(whole, part, before) ||
        isForSomeone ||
        reading.tokens.some(({ word }) => pronouns.has(word)));
    before = person ? [person] : before;
    const each = buildEach(
      { ...said, ...(isAbout && { topic: before }), ...(maybeOn && { maybeOn }) },
      inWeekOf(covering, reading),
      day && onDateOf(tasks, day),
      assignee ?? doerOf(whole, part),
      maxTasksOfText - tasks.length - (readings.length - 1 - index),
    );
    maybeOn = reading.choice?.when.day ?? maybeOn;
    if (part.isDelegated) assignee = each[0]!.assignee ?? undefined;
    const notes = covering
      .filter((_, at) => part.headings[at]!.type !== "verb")
      .map((heading) => noteOf(context.text, heading))
      .filter((note) => note !== null);
    tasks.push(...each.map((task) => withNote(task, notes.join(", ") || null)));
  }
  return tasks;
}

/** Finds "that day" or "same day", which means the day of an earlier part. */
function pointerIn(
  { tokens }: Pick<Reading, "tokens">,
  { from, to }: Pick<RequestPart, "from" | "to">,
) {
  const at = tokens.findIndex(
    ({ word }, index) =>
      index >= from &&
      index + 1 < to &&
      ["that", "same"].includes(word) &&
      tokens[index + 1]!.word === "day",
  );
  if (at < 0 || from === 0 || to - from < 4) return null;
  const start = ["on", "the"].includes(tokens[at - 1]!.word) && at - 1 >= from ? at - 1 : at;
  return { from: start, to: at + 2 };
}

function readHeadings(
  context: ParseContext,
  whole: Reading,
  parts: RequestPart[],
): Map<Heading, Reading> {
  const readings = new Map<Heading, Reading>();
  for (const { headings } of parts) {
    for (const [index, heading] of headings.entries()) {
      if (readings.has(heading)) continue;
      const above = headings.slice(0, index).map((each) => readings.get(each)!);
      readings.set(heading, inWeekOf(above, readPart(context, whole, withColon(whole, heading))));
    }
  }
  return readings;
}

/** In "Mom's cardiologist on Monday, her hearing test on Tuesday" the test is Mom's. */
function personIn({ tokens, scan }: Reading): Token | undefined {
  const isDoer = (word: string) => scan.assigneeNames.has(word);
  return tokens.find(
    ({ word }) => (scan.names.has(word) && !isDoer(word)) || kinshipWords.has(word),
  );
}

/** "Finn has to bring the trumpet on Tuesday and the sports bag on Thursday". */
function isSubjectOf(
  { tokens }: Reading,
  { verb, headings }: RequestPart,
  [person]: Token[],
): boolean {
  return (
    verb !== null &&
    headings.length === 0 &&
    person !== undefined &&
    person.start < tokens[verb.from]!.start
  );
}

const pronouns = wordSet("her his him she he hers");

/** On a Tuesday at 10, "Tuesday at 9 dentist, at 11 bank" is next Tuesday for both. */
function onDateOf(tasks: ParsedRequest[], inherited: InheritedDay): InheritedDay {
  const owner = tasks.find(({ dueWords }) =>
    dueWords.some(({ start }) => start === inherited.span.start),
  );
  const { day, part, repetition } = inherited.when;
  if (!owner?.due || repetition || part || day?.type !== "recurring") return inherited;
  const date = Temporal.PlainDate.from(owner.due.local.slice(0, 10));
  const next: typeof day.next = (from) => (isBefore(date, from) ? day.next(from) : date);
  return { ...inherited, when: { ...inherited.when, day: { ...day, next } } };
}

/** Under "Next week:" or "Week of 11/16" a Wednesday is that week's. */
function inWeekOf(headings: Reading[], reading: Reading): Reading {
  const { choice } = reading;
  const day = choice?.when.day;
  const week = headings.find(
    ({ tokens }) =>
      (tokens[0]!.word === "next" && tokens[1]?.word === "week") ||
      tokens.slice(0, 2).some(({ word }, at) => word === "week" && tokens[at + 1]?.word === "of"),
  );
  const start = week?.choice?.when.day;
  if (day?.type !== "recurring" || !start) return reading;
  const date = (now: Temporal.PlainDateTime) => {
    const monday = start.type === "once" ? start.date(now) : start.next(now.toPlainDate());
    return monday && day.next(monday);
  };
  return {
    ...reading,
    choice: { ...choice!, when: { ...choice!.when, day: { type: "once", date } } },
  };
}

/** The colon of "Tue 17:" shows that 17 is not an hour. */
function withColon({ tokens }: Reading, { from, to }: Heading): Pick<RequestPart, "from" | "to"> {
  return { from, to: tokens[to]?.word === ":" ? to + 1 : to };
}

function readPart(
  context: ParseContext,
  { tokens }: Reading,
  {
    from,
    to,
    verb,
    headings = [],
    isAgenda = false,
    isPlan = false,
  }: Pick<RequestPart, "from" | "to"> & Partial<RequestPart>,
): Reading {
  const pointer = pointerIn({ tokens }, { from, to });
  const own = [
    ...tokens.slice(from, pointer?.from ?? to),
    ...(pointer ? tokens.slice(pointer.to, to) : []),
  ];
  const span = { start: own[0]!.start, end: own.at(-1)!.end };
  const isSkipped = verb && ["and", "to"].includes(own[0]!.word);
  const shared = verb ? tokens.slice(verb.from, verb.to) : [];
  const isUnderDay = headings.some(({ type }) => type === "day");
  const list = isAgenda ? "agenda" : isUnderDay ? "day" : isPlan ? "plan" : null;
  return readTokens(context, [...shared, ...own.slice(isSkipped ? 1 : 0)], span, list);
}

/** "For grandma: refill the pills" is about her. */
function withHeadings(
  context: ParseContext,
  { headings }: RequestPart,
  readings: Reading[],
): ParseContext {
  // "Zoe's birthday:" over a list, but not "to call:".
  const isTopic = ({ type }: Heading, reading: Reading) =>
    type === "list" || type === "day" ? isAboutMember(reading) : type !== "verb";
  const topics = readings.filter((reading, index) => isTopic(headings[index]!, reading));
  return topics.length > 0
    ? { ...context, topic: topics.flatMap(({ tokens }) => tokens) }
    : context;
}

function isAboutMember({ tokens, scan }: Reading): boolean {
  if (tokens.some(({ word }) => schoolWords.has(word))) return true;
  const isElder = (word: string) => kinshipWords.has(word) && word !== "kids";
  return tokens.some(
    ({ word }) => (scan.names.has(word) && !scan.assigneeNames.has(word)) || isElder(word),
  );
}

const schoolWords = wordSet("school preschool nursery kindergarten daycare");

/** "Omar: take out the trash". */
function doerOf({ scan }: Reading, { headings }: RequestPart): string | undefined {
  const person = headings.find(({ type }) => type === "person");
  return person && (scan.readers.assignee(scan, person.from)?.value ?? undefined);
}

/** "Ask Dan to pick up Ben and order groceries", but not "and I need to order groceries". */
function inheritsAssignee({ separator, isNewRequest }: RequestPart): boolean {
  return !isNewRequest && (separator === "and" || separator === "then");
}

/** Returns the text of a heading that says more than a day: "For the party:". */
function noteOf(text: string, { tokens, span, choice }: Reading): string | null {
  const isTime = (at: number) =>
    choice?.removed.some(({ from, to }) => from <= at && at < to) ?? false;
  const saysMore = tokens.some(
    ({ type, word }, at) => type === "word" && !isTime(at) && !listHeadingWords.has(word),
  );
  return saysMore ? toOneLine(text.slice(span.start, span.end).replace(/[\s:]+$/, "")) : null;
}

function withNote(task: ParsedRequest, note: string | null): ParsedRequest {
  return note === null
    ? task
    : { ...task, description: [note, task.description].filter(Boolean).join("\n") };
}
