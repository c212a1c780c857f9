import { Temporal } from "#app/domain/core/time.ts";
import { buildTask } from "./build-task.ts";
import { isBefore } from "./calendar/days.ts";
import { listHeadingWords } from "./lexicon/letters.ts";
import { kinshipWords } from "./lexicon/names.ts";
import { wordSet } from "./lexicon/word-set.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import { continuesSentence, type InheritedDay, inheritedDays } from "./split/inherited-days.ts";
import type { Heading } from "./split/lists/headings.ts";
import type { RequestPart } from "./split/request-parts.ts";
import { toOneLine } from "./title/writing.ts";
import type { Day, ParsedRequest, Token } from "./types.ts";

/** Every task that a shared day, verb, assignee or heading covers gets it. */
export function buildTasks(context: ParseContext, whole: Reading, parts: RequestPart[]): ParsedRequest[] {
  const readings = parts.map((part) => readPart(context, whole, part));
  const headings = new Map(
    parts
      .flatMap((part) => part.headings)
      .map((heading) => [heading, readPart(context, whole, withColon(whole, heading))]),
  );
  const days = inheritedDays(readings, parts, headings);
  let assignee: string | undefined;
  let maybeOn: Day | undefined;
  let before: Token[] = [];
  const tasks: ParsedRequest[] = [];
  for (const [index, reading] of readings.entries()) {
    const part = parts[index]!;
    const covering = part.headings.map((heading) => headings.get(heading)!);
    if (!inheritsAssignee(part)) assignee = undefined;
    // "Clear the calendar on Thursday, dinner at 6": today, or on Thursday.
    if (!continuesSentence(part)) maybeOn = undefined;
    const said = withHeadings(context, part, covering);
    const person = personIn(reading);
    const isAbout =
      !person && !said.topic && before.length > 0 && reading.tokens.some(({ word }) => pronouns.has(word));
    before = person ? [person] : before;
    const task = buildTask(
      { ...said, ...(isAbout && { topic: before }), ...(maybeOn && { maybeOn }) },
      inWeekOf(covering, reading),
      days[index] && onDateOf(tasks, days[index]),
      assignee ?? doerOf(whole, part),
    );
    maybeOn = reading.choice?.when.day ?? maybeOn;
    if (part.isDelegated) assignee = task.assignee ?? undefined;
    const notes = covering
      .filter((_, at) => part.headings[at]!.type !== "verb")
      .map((heading) => noteOf(context.text, heading))
      .filter((note) => note !== null);
    tasks.push(withNote(task, notes.join(", ") || null));
  }
  return tasks;
}

/** In "Mom's cardiologist on Monday, her hearing test on Tuesday" the test is Mom's. */
function personIn({ tokens, scan }: Reading): Token | undefined {
  return tokens.find(({ word }) => scan.names.has(word) || kinshipWords.has(word));
}

const pronouns = wordSet("her his him she he hers");

/** On a Tuesday at 10, "Tuesday at 9 dentist, at 11 bank" is next Tuesday for both. */
function onDateOf(tasks: ParsedRequest[], inherited: InheritedDay): InheritedDay {
  const owner = tasks.find(({ dueWords }) => dueWords.some(({ start }) => start === inherited.span.start));
  const { day, part, repetition } = inherited.when;
  if (!owner?.due || repetition || part || day?.type !== "recurring") return inherited;
  const date = Temporal.PlainDate.from(owner.due.local.slice(0, 10));
  const next: typeof day.next = (from) => (isBefore(date, from) ? day.next(from) : date);
  return { ...inherited, when: { ...inherited.when, day: { ...day, next } } };
}

/** Under "Next week:" a Wednesday is that week's. */
function inWeekOf(headings: Reading[], reading: Reading): Reading {
  const { choice } = reading;
  const day = choice?.when.day;
  const week = headings.find(({ tokens }) => tokens[0]!.word === "next" && tokens[1]?.word === "week");
  const start = week?.choice?.when.day;
  if (day?.type !== "recurring" || start?.type !== "once") return reading;
  const date: typeof start.date = (now) => {
    const monday = start.date(now);
    return monday && day.next(monday);
  };
  return { ...reading, choice: { ...choice!, when: { ...choice!.when, day: { type: "once", date } } } };
}

/** The colon of "Tue 17:" tells that 17 is no hour. */
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
  const own = tokens.slice(from, to);
  const span = { start: own[0]!.start, end: own.at(-1)!.end };
  const isSkipped = verb && ["and", "to"].includes(own[0]!.word);
  const shared = verb ? tokens.slice(verb.from, verb.to) : [];
  const isUnderDay = headings.some(({ type }) => type === "day");
  const list = isAgenda ? "agenda" : isUnderDay ? "day" : isPlan ? "plan" : null;
  return readTokens(context, [...shared, ...own.slice(isSkipped ? 1 : 0)], span, list);
}

/** "For grandma: refill the pills" is about her. */
function withHeadings(context: ParseContext, { headings }: RequestPart, readings: Reading[]): ParseContext {
  const isTopic = ({ type }: Heading) => type === "topic" || type === "person" || type === "day";
  const topics = readings.filter((_, index) => isTopic(headings[index]!));
  return topics.length > 0 ? { ...context, topic: topics.flatMap(({ tokens }) => tokens) } : context;
}

/** "Omar: take out the trash". */
function doerOf({ scan }: Reading, { headings }: RequestPart): string | undefined {
  const person = headings.find(({ type }) => type === "person");
  return person && (scan.readers.assignee(scan, person.from)?.value ?? undefined);
}

/** "Ask Dan to pick up Ben and order groceries", but not "and I need to order groceries". */
function inheritsAssignee({ separator, isNewRequest }: RequestPart): boolean {
  return !isNewRequest && (separator === "and" || separator === "then");
}

/** The text of a heading that says more than a day: "For the party:". */
function noteOf(text: string, { tokens, span, choice }: Reading): string | null {
  const isTime = (at: number) => choice?.removed.some(({ from, to }) => from <= at && at < to) ?? false;
  const saysMore = tokens.some(({ type, word }, at) => type === "word" && !isTime(at) && !listHeadingWords.has(word));
  return saysMore ? toOneLine(text.slice(span.start, span.end).replace(/[\s:]+$/, "")) : null;
}

function withNote(task: ParsedRequest, note: string | null): ParsedRequest {
  return note === null ? task : { ...task, description: [note, task.description].filter(Boolean).join("\n") };
}
