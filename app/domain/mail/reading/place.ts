import { earlierBy, instantOf, laterBy, Temporal } from "#app/domain/core/time.ts";
import type { ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import { isExact, weekday } from "./days.ts";
import { isCancelled, isMoved, isOwnPlan, isPaperDue, isRequired } from "./said.ts";
import type { Thing } from "./thing.ts";
import { type MailToRead, readSentences } from "./sentences.ts";

/** The facts of the lines before. */
export interface Place {
  /** The mail's subject, or an empty string. */
  about: string;
  /** The heading above, or the mail's subject. */
  topic: string;
  /** The last sentence without a thing: "Join us to celebrate Noah's birthday", above "When:". */
  told: string | null;
  /** A day above the lines that happen on it. */
  day: string | null;
  /** The last day that was named, "2027-02-03": "that day", "the following Monday". */
  lastDay: string | null;
  /** The last day that something had to be done by: "by the same day". */
  lastDeadline: string | null;
  /** The day of the first event below the heading, "2027-02-03": "on the day". */
  eventDay: string | null;
  /** When the last event begins, "15:40": "same time". */
  lastClock: string | null;
  /** The first day of a week that was named, from which bare weekdays count. */
  week: string | null;
  /** The last event, if its time is still to come: "17:30 – families A to K". */
  untimed: Thing | null;
  isBelowHeading: boolean;
  isDayFirst: boolean;
  /** The months of dates such as "18.12." */
  dottedMonths: ReadonlySet<number>;
  /** The thing that the next sentences may belong to. */
  thing: Thing | null;
}

const sameDeadline =
  /\bby (?:the same|that) (?:date|day)\b(?! as\b)|\bdue (?:on )?the same (?:date|day)\b/i;
const thatDay = /\b(?:on )?(?:the same|that(?: same)?) (?:day|morning|afternoon|evening|night)\b/i;
const theDay = /\bon the (?:day|night)\b/i;
const dayBefore = /\bon the (?:day|evening|night|afternoon|morning) before\b/i;
const sameTime = /\b(?:at the )?same times?\b/i;
const nextAfter = /\bthe following (?=\w+day\b)/i;

/** "On the same day", "on the day". */
export const pointsToDay = (text: string): boolean => thatDay.test(text) || theDay.test(text);

/** "2027-02-03" as the rules read it. */
const written = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** Reads a sentence on the day that the lines before have named. */
export function withDay(
  mail: MailToRead,
  place: Place,
  plain: ReadSentence,
  index: number,
): ReadSentence {
  const text = plain.text
    .replace(/[.!]+$/, "")
    .replace(sameTime, (words) => (place.lastClock ? `at ${place.lastClock}` : words));
  const again = (words: string, now = mail.sentAt) => ({
    ...(readSentences(mail, words, now)[0] ?? plain),
    text: plain.text,
  });
  // Too many times at once: the first two belong together.
  const [first] = plain.tasks;
  if (first && !first.due && plain.times.filter(({ hasClock }) => hasClock).length > 1)
    return again(toSecondClock(text, plain));
  const isNumbered = plain.times.some(({ hasDay, text: day }) => hasDay && /\d/.test(day));
  const pointed = isNumbered ? null : pointedDay(mail, place, text);
  if (pointed) return again(pointed.words, pointed.now);
  if (place.lastClock !== null && sameTime.test(plain.text)) return again(text);
  const repeated = isBareWeekday(plain) ? dayRepeated(mail, place, text) : null;
  if (repeated) return { ...repeated, text: plain.text };
  if (plain.times.some(({ hasDay }) => hasDay))
    return place.week !== null && isBareWeekday(plain) ? again(text, place.week) : plain;
  const day = dayAbove(place, plain, index);
  return day === null ? plain : again(`${toSecondClock(text, plain)} on ${day}`);
}

/** "Sunday" below "11 April", which is one. */
function dayRepeated(mail: MailToRead, { day }: Place, text: string): ReadSentence | null {
  const dayOf = (read: ReadSentence | undefined) => read?.tasks[0]?.due?.local.slice(0, 10);
  const above = day === null ? undefined : dayOf(readSentences(mail, day, mail.sentAt)[0]);
  if (!above) return null;
  const before = earlierBy(startOf(mail, above), { minutes: 1 });
  const [read] = readSentences(mail, text, before);
  return read && dayOf(read) === above ? read : null;
}

/** The day of a sentence that names none. */
function dayAbove({ day, lastDay }: Place, plain: ReadSentence, index: number): string | null {
  const follows =
    isTimedAsk(plain) || (index > 0 && (isCancelled(plain.text) || isPaperDue(plain.text)));
  if (day === null) return lastDay !== null && follows ? written(lastDay) : null;
  const isOfDay = index === 0 || plain.times.length > 0 || plain.rank === "asks";
  return isOfDay || follows ? day : null;
}

const dayRange =
  /\d\s*(?:st|nd|rd|th)?\s*(?:\p{L}{3,9}\s)?(?:-|–|to|thru|through|until|till)\s*(?:\w+ ){0,2}\d/iu;

/** "That day", "on the day" and "the following Monday" point to a day before. */
function pointedDay(
  mail: MailToRead,
  { lastDay, eventDay, lastDeadline }: Place,
  text: string,
): { words: string; now?: string } | null {
  if (sameDeadline.test(text) && lastDeadline !== null)
    return { words: text.replace(sameDeadline, `due by ${written(lastDeadline)}`) };
  if (lastDay === null) return null;
  if (dayBefore.test(text)) {
    const before = Temporal.PlainDate.from(lastDay).subtract({ days: 1 }).toString();
    return { words: text.replace(dayBefore, `on ${written(before)}`) };
  }
  if (thatDay.test(text)) return { words: text.replace(thatDay, `on ${written(lastDay)}`) };
  if (theDay.test(text))
    return { words: text.replace(theDay, `on ${written(eventDay ?? lastDay)}`) };
  return nextAfter.test(text)
    ? { words: text.replace(nextAfter, "on "), now: endOf(mail, lastDay) }
    : null;
}

/** "Concert 3:30" of "Concert 3:30, doors for parents 3:10". */
export function toSecondClock(text: string, { times }: ReadSentence): string {
  const [one, second] = times.filter(({ hasClock }) => hasClock);
  if (!one || !second) return text.replace(/[\s,.!(]+$/, "");
  const end = text.lastIndexOf(second.text);
  const from = Math.min(end, Math.max(0, text.indexOf(one.text) + one.text.length));
  const between = text.slice(from, end).replace(/(?:,[^,]*)?[\s,.!(]+$/, "");
  return `${text.slice(0, from)}${between}`.replace(/[\s,.!(]+$/, "");
}

export const endOf = ({ timeZone }: MailToRead, day: string): string =>
  instantOf(Temporal.PlainDate.from(day).toPlainDateTime("23:59"), timeZone);

/** "Friday at 6:30 pm", but neither "next Friday" nor "by Friday". */
export const isBareWeekday = ({ times }: ReadSentence): boolean =>
  weekday.test(times[0]?.text ?? "") &&
  times.every(
    ({ text, isDeadline, hasClock }) =>
      (!isDeadline || hasClock) &&
      !/\d|next|this/i.test(
        text.replaceAll(
          /\d{1,2}[.:]\d\d(?: ?[ap]\.?m\.?)?|\d+ ?[ap]\.?m\.?|\bat \d{1,2}\b(?![.:])/gi,
          "",
        ),
      ),
  );

const isTimedAsk = ({ text, rank, times }: ReadSentence): boolean =>
  rank === "asks" && !isOwnPlan(text) && times.some(({ hasClock }) => hasClock);

const namedWeek = /\b(?:next week|week (?:of|beginning|commencing|starting|ahead)|weekend)\b/i;

/** Remembers when the first event below a heading takes place. */
export function noteEvent(place: Place, thing: Thing): void {
  const { kind, due, hasTime } = thing;
  if (!due || kind === "task") return;
  place.untimed = hasTime ? null : thing;
  place.eventDay ??= due.local.slice(0, 10);
  if (hasTime) place.lastClock = due.local.slice(11, 16);
}

const startOf = ({ timeZone }: MailToRead, day: string): string =>
  instantOf(Temporal.PlainDate.from(day).toPlainDateTime("00:00"), timeZone);

/** "3:45-7pm" is no range of days. */
const clocks =
  /\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?(?:\s?(?:-|–|to|till|until)\s?\d{1,2}(?:[:.]\d\d)?)?/gi;

/** Remembers the days that a sentence names. */
export function noteDays(mail: MailToRead, place: Place, sentence: ReadSentence): void {
  const deadline = sentence.tasks[0]?.due;
  if (deadline && sentence.times.some(({ hasDay, isDeadline }) => hasDay && isDeadline))
    place.lastDeadline = deadline.local.slice(0, 10);
  // The day that something has to be back by is not the day of the event.
  if (isRequired(sentence.text)) return;
  const isNew = isMoved(sentence.text);
  const time = sentence.times.findLast(
    ({ hasDay, isDeadline }) => hasDay && (!isDeadline || isNew),
  );
  const due = sentence.tasks[0]?.due;
  if (!time || !due) return;
  const day = due.local.slice(0, 10);
  const start = startOf(mail, day);
  if (isExact(time.text)) place.lastDay = day;
  if (dayRange.test(time.text.replaceAll(clocks, "")) || namedWeek.test(sentence.text))
    place.week = earlierBy(start, { minutes: 1 });
  else if (place.week !== null && start > laterBy(place.week, { hours: 7 * 24 })) place.week = null;
}
