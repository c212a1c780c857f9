import { newSlices } from "#app/domain/core/in-slices.ts";
import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import type { Due, ParsedRequest } from "#app/domain/understanding/types.ts";
import { enterEvent, enterHeading, headingOf, isEventHead } from "./headings.ts";
import { isExact, isWeekly } from "./days.ts";
import { isFragmentDue, kindOf } from "./kind.ts";
import { addTo, isContinued, joinToThing, takeTimes, withoutTwins, withoutWeeks } from "./merge.ts";
import { isMasthead, isOfHours, isOfNumbers } from "./masthead.ts";
import { partsOfRow, partsOfSentence, withoutLabel, withoutOldDay } from "./parts.ts";
import { anyOf, anywhere, atStart, patternOf } from "./phrases.ts";
import { endOf, isBareWeekday, noteDays, noteEvent, type Place, withDay } from "./place.ts";
import { isClosed, isMoved, isOffer, isProposal, isRequired } from "./said.ts";
import {
  dottedMonthsOf,
  isDayFirst,
  type MailToRead,
  prepare,
  readSentences,
} from "./sentences.ts";
import type { Thing } from "./thing.ts";
import {
  joinTopic,
  namesLittle,
  namesNothing,
  shortTopic,
  titleOfSentence,
  topicOf,
  topicOfSubject,
  withSmallStart,
} from "./title.ts";

const maxThings = 20;
/** A mail of more is not from a school. */
const maxRaw = 80;

/** Finds what a mail asks for, and what takes place, in the mail's order. */
export async function findThings(mail: MailToRead): Promise<Thing[]> {
  const subject = topicOfSubject(mail.subject);
  const found = await findBelow(mail, subject);
  // A letter of many things is about none of them.
  return subject !== "" && found.length > maxOfOneTopic ? findBelow(mail, "", subject) : found;
}

const maxOfOneTopic = 5;

async function findBelow(mail: MailToRead, subject: string, about = subject): Promise<Thing[]> {
  const place: Place = {
    about,
    topic: subject,
    isBelowHeading: false,
    dottedMonths: dottedMonthsOf(mail),
    day: null,
    lastDay: null,
    eventDay: null,
    lastDeadline: null,
    told: null,
    lastClock: null,
    untimed: null,
    week: null,
    isDayFirst: isDayFirst(mail),
    thing: null,
  };
  const found: Thing[] = [];
  const pause = newSlices();
  let isBelowDay = false;
  /** Of the heading above an event and what belongs to it. */
  let above: Pick<Place, "topic" | "isBelowHeading"> | null = null;
  for (const [at, line] of mail.lines.entries()) {
    if (found.length > maxRaw) break;
    await pause();
    if (line === "") {
      place.thing = null;
      if (isBelowDay) place.day = null;
      Object.assign(place, above);
      above = null;
      continue;
    }
    if (saysNothing(mail, place, at)) continue;
    const heading = headingOf(mail, place, at);
    isBelowDay = heading === null;
    if (heading) enterHeading(place, heading, { subject, found });
    if (!heading) {
      const before = found.length;
      // Below a day, each line is another thing.
      if (place.day !== null && isOwnLine(mail, at)) place.thing = null;
      for (const part of partsOfRow(withList(mail, at))) found.push(...readLine(mail, place, part));
      if (found.length === before + 1 && isEventHead(mail, place, at)) {
        above = { topic: place.topic, isBelowHeading: place.isBelowHeading };
        enterEvent(place, found.at(-1)!, line);
      }
    }
  }
  const kept = takeTimes(withoutTwins(withoutWeeks(found)));
  return kept.slice(0, maxThings);
}

/** "(continued)", when the letter was written, and the hours of each week. */
const saysNothing = (mail: MailToRead, place: Place, at: number): boolean => {
  const line = mail.lines[at]!;
  if (isOfHours(line) || isOfNumbers(line) || /^\(.*\)$/.test(line)) return true;
  return isMasthead(mail, prepare(line, place), at);
};

const maxBelowClock = 4;
const oneClock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?`;
/** "7:15 AM - 8:15 AM (arrive 6:45 AM)" */
const isOnlyClock = patternOf(
  "iu",
  String.raw`^(?:from |at )?${oneClock}(?:\s?(?:-|\u2013|to|till|until)\s?${oneClock})?` +
    String.raw`(?: \([^)]*\))?\.?$`,
);

const maxItems = 6;

/** "Please bring by Friday:" goes on in the list below. */
function withList(mail: MailToRead, at: number): string {
  const { lines } = mail;
  const line = lines[at]!;
  const isOpen = line.endsWith(":") && readSentences(mail, line, mail.sentAt).some(isFragmentDue);
  if (!isOpen) return line;
  const rest = lines.slice(at + 1, at + 1 + maxItems);
  const end = rest.indexOf("");
  return `${line} ${(end < 0 ? rest : rest.slice(0, end)).join(", ")}`;
}

/** "Choir sing at the care home", but neither "Bring: a pencil" nor "Black, no trainers, a hat". */
const isOwnLine = ({ lines }: MailToRead, at: number): boolean => {
  const line = lines[at]!;
  if (isContinued(line) || /^[^.]{1,30}:\s|(?:,[^.]*){2}/.test(line)) return false;
  // Below a name, its day and its time, the lines say more about it.
  const above = lines.slice(Math.max(0, at - maxBelowClock), at);
  return !above.slice(above.lastIndexOf("") + 1).some((other) => isOnlyClock.test(other));
};

const papers = "circular|invoice|issue|statement";
const namesPaper = patternOf(
  "iu",
  `^${anyOf([`${papers} date`, `[our|your|${papers}] no|number|period|ref`])}$`,
);
/** "Sessions (Mon, Tue) £612.00". */
const isOfBill = /^[^.!?]*\s-?[£$€]\s?[\d,]+\.\d\d$/;
/** "What: laser tag" above "When: Sunday". */
const namesWhat = /^(?:what|event|occasion|activity|subject|title|trip)$/i;
const namesHours = anywhere("hours|sponsor|sponsors|timings", "working days");

function readLine(mail: MailToRead, place: Place, line: string): Thing[] {
  const { label, words } = withoutLabel(mail, prepare(line, place));
  const isBill = isOfBill.test(line) && !/\bdue\b.*\d/i.test(words);
  const isOfNothing = namesPaper.test(label) || namesHours.test(label) || isBill;
  if (isOfNothing || namesHours.test(place.topic)) return [];
  if (namesWhat.test(label) && topicOf(words) !== "") {
    place.topic = topicOf(words);
    return [];
  }
  const own: Place = { ...place, topic: topicOfLabel(place, label) };
  const sentences = readSentences(mail, words, mail.sentAt);
  let named = topicOf(label);
  if (sentences.length > 1 && isTopic(sentences[0]!)) {
    const { text } = sentences.shift()!;
    own.topic = named === "" ? topicOfLabel(own, text) : contextOf(own.topic, topicOf(text));
    named = contextOf(named, topicOf(text));
    own.thing = null;
  }
  const parts = sentences.flatMap((sentence) => inOrder(mail, partsOfSentence(mail, sentence)));
  const found = readParts(mail, own, parts, named);
  for (const thing of found) thing.sentence = asWritten(line, thing.sentence);
  const { lastDay, eventDay, lastClock, lastDeadline, told, week, thing, untimed } = own;
  Object.assign(place, { lastDay, eventDay, lastClock, lastDeadline, told, week, thing, untimed });
  return found;
}

/** "Early on Wednesday 25 November, and closed on Thursday" */
function inOrder(mail: MailToRead, parts: ReadSentence[]): ReadSentence[] {
  const [first, second] = parts;
  const due = first?.tasks[0]?.due;
  if (!second || !due || parts.length > 2 || !isBareWeekday(second)) return parts;
  if (!first.times.some(({ hasDay, text }) => hasDay && /\d/.test(text))) return parts;
  const [read] = readSentences(mail, second.text, endOf(mail, due.local.slice(0, 10)));
  return [first, read ?? second];
}

/** @param named the topic of the line itself */
function readParts(mail: MailToRead, place: Place, parts: ReadSentence[], named: string): Thing[] {
  const found: Thing[] = [];
  /** The sentence before, if it holds no thing: "You still have the costume. Drop it over." */
  let told: string | null = null;
  for (const [index, plain] of parts.entries()) {
    const sentence = withDay(mail, place, withoutOldDay(mail, plain), index);
    noteDays(mail, place, sentence);
    const topic = told !== null && isVague(plain) ? contextOf(named, told) : place.topic;
    const things = thingsOf(mail, { ...place, topic }, sentence);
    const [thing] = things;
    if ((!thing || isDeparture.test(plain.text)) && takesTime(mail, place, plain, index)) continue;
    place.told = thing ? null : (shortTopic(plain.text) ?? place.told);
    told = thing ? null : toldIn(plain.text, told);
    if (place.thing && joinToThing(place.thing, { mail, place, sentence: plain, thing })) continue;
    found.push(...things);
    if (thing) noteEvent(place, thing);
    place.thing = thing ?? place.thing;
  }
  return found;
}

const toldIn = (text: string, before: string | null): string | null =>
  before !== null && isAboutItself.test(text) ? before : shortTopic(text);

/** "It's the law", "I have to send them on": what it is about stands before. */
const isAboutItself = patternOf(
  "iu",
  `^(?:[^,]{1,20}, ){0,2}${anyOf(["it|it's|that|that's|they|they're|this"])}`,
  `^${anyOf(["i|we have|must|need|want"])}`,
  String.raw`^i (?:\S+ ){0,8}(?:it|them)\b`,
);

const maxContext = 58;

/** "Measurement form: the pink sheet" of "Measurement form – the pink sheet. Back by Sunday." */
function contextOf(named: string, told: string): string {
  if (named === "") return told;
  const both = `${named}: ${withSmallStart(told)}`;
  return both.length <= maxContext ? both : `${both.slice(0, maxContext).replace(/\s+\S*$/, "")}…`;
}

/** "We leave at 9 so please be on time." */
const isDeparture = atStart(
  "[the|our] (we|bus|buses|coach|coaches) (depart|departs|leave|leaves) at",
);

const beginsWithClock = /^\W{0,3}(?:at |from )?\d{1,2}[:.]\d\d(?:\W|$)/i;

/** "17:30 – families with surnames A to K", below "Options evening, Thursday 21 January". */
function takesTime(mail: MailToRead, place: Place, sentence: ReadSentence, index: number): boolean {
  const isTimed =
    sentence.times.some(({ hasClock }) => hasClock) &&
    (sentence.rank !== "asks" || isDeparture.test(sentence.text));
  const isBehindAsk = index > 1 && isTimed && place.thing?.kind === "task";
  if (!place.untimed || !(isBehindAsk || beginsWithClock.test(sentence.text))) return false;
  addTo(mail, place, place.untimed, sentence);
  place.untimed = null;
  return true;
}

const maxQuoted = 220;

/** Quotes the mail's own words, where the rules have read others: "1:45" for "1.45". */
const asWritten = (line: string, sentence: string): string =>
  line.includes(sentence) || line.length > maxQuoted ? sentence : line;

/** "Weigh-in: Friday" below "PINEWOOD DERBY" is about both. */
function topicOfLabel({ topic, isBelowHeading }: Place, label: string): string {
  const own = topicOf(label);
  if (own === "" || !isBelowHeading) return own || topic;
  return `${topic}, ${withSmallStart(own)}`;
}

/** "Send it back", "a new pack", "collect the same", "pay £4": of which thing? */
const pointsBack = patternOf(
  "iu",
  String.raw`\b(?:it|them|these|those|one)\b|\bthat\.?$|\b(?:pay|send|transfer) [\u00A3$\u20AC]`,
  String.raw`\bthe same\b(?! (?:as|date|day|place|time|way)\b)`,
  String.raw`\ba(?:nother| fresh| new| second| spare) (?:box|one|pack|packet|pair|set)\b(?! of\b)`,
);
const saysItself = /^if\b.*\blet (?:me|us) know\b/i;

const isVague = (sentence: ReadSentence): boolean => {
  const { text, times, tasks } = sentence;
  const isShort = (tasks[0]?.title.split(" ").length ?? 0) <= 4;
  return times.length === 0 || isShort || pointsBack.test(text) || isOnlyDue(sentence);
};

/** "To be returned by Friday", but not "if she can't come, let me know by Friday". */
function isOnlyDue({ text, times, rank }: ReadSentence): boolean {
  if (saysItself.test(text) || isMoved(text)) return false;
  if (rank === "asks" && !/\bthey\b/i.test(text)) return false;
  return isRequired(text) || times.some(({ isDeadline }) => isDeadline);
}

/** "AUTUMN FETE!", "Enrolment update forms." */
const isTopic = ({ text, times, rank }: ReadSentence): boolean =>
  times.length === 0 &&
  rank === "tells" &&
  text.split(/\s+/).length <= 5 &&
  !text.endsWith("?") &&
  topicOf(text) !== "";

function thingsOf(mail: MailToRead, place: Place, sentence: ReadSentence): Thing[] {
  const kind = kindOf(sentence);
  if (kind === null) return [];
  const tasks = kind === "task" ? sentence.tasks : sentence.tasks.slice(0, 1);
  return tasks.slice(0, 2).flatMap((task) => {
    if (task.due && !isAhead(mail, sentence, task.due)) return [];
    const title = titleOf(task, place, sentence, kind);
    if (title === "" || (kind === "event" && isOfMail(mail, sentence, task))) return [];
    return [
      {
        title,
        category: "Kids" as const,
        due: task.due,
        hasTime: task.isTimeSaid,
        about: task.about,
        note: null,
        sentence: sentence.text,
        isSure:
          task.confident.due &&
          !isOffer(sentence.text) &&
          !isProposal(sentence.text) &&
          !isBeforeWeek(mail, place, sentence, task) &&
          sentence.times.every(({ hasDay, text }) => !hasDay || (isExact(text) && !isWeekly(text))),
        kind,
      },
    ];
  });
}

/** "By Thursday" below "Monday 14th - Friday 18th" may be this week's. */
function isBeforeWeek(
  mail: MailToRead,
  { week }: Place,
  { times }: ReadSentence,
  { due }: ParsedRequest,
): boolean {
  if (week === null || !due || !times.some((time) => time.isDeadline && !/\d/.test(time.text)))
    return false;
  return due.local.slice(0, 10) < wallClockAt(week, mail.timeZone).toString().slice(0, 10);
}

/** "Balance: £7.80 (last meal 03/03/2027)" on that day says when it was written. */
function isOfMail({ sentAt, timeZone }: MailToRead, sentence: ReadSentence, task: ParsedRequest) {
  const day = sentence.times.find(({ hasDay }) => hasDay)?.text ?? "";
  const sent = wallClockAt(sentAt, timeZone).toPlainDate().toString();
  if (task.due?.local.slice(0, 10) !== sent || task.isTimeSaid) return false;
  return /\b20\d\d\b/.test(day) || namesNothing(titleOfSentence(task.title, "event"));
}

/** A school plans no further ahead, and a day without a year is not the next year's. */
const maxDaysAhead = 270;

function isAhead(
  { sentAt, timeZone }: MailToRead,
  { text }: ReadSentence,
  { local }: Due,
): boolean {
  const sent = wallClockAt(sentAt, timeZone).toPlainDate();
  const day = Temporal.PlainDate.from(local.slice(0, 10));
  const { days } = sent.until(day);
  return days >= 0 && (days <= maxDaysAhead || text.includes(String(day.year)));
}

function titleOf(
  task: ParsedRequest,
  { topic, about, told }: Place,
  { text }: ReadSentence,
  kind: Thing["kind"],
): string {
  const title = titleOfSentence(task.title, kind, kind === "event" && isClosed(text));
  if (/^nothing\b/i.test(title)) return "";
  if (!namesNothing(title)) return joinTopic(topic, title);
  return topic || (namesLittle(title) ? title : about) || told || titleOfSentence(task.title, kind);
}
