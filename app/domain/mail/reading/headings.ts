import type { Place } from "./place.ts";
import type { Thing } from "./thing.ts";
import { type MailToRead, prepare, readSentences } from "./sentences.ts";
import { areColumns, isGreeting, topicOf } from "./title.ts";

interface Heading {
  topic: string;
  day: string | null;
}

const maxHeading = 45;
/** In capitals, more is read as one. */
const maxCapitals = 60;

/** "Monday 14 December" or "** Pizza lunch **" above other lines. */
export function headingOf(mail: MailToRead, place: Place, at: number): Heading | null {
  const line = prepare(mail.lines[at]!, place);
  if (!isShort(line) || isLast(mail, at) || areColumns(line)) return null;
  const words = line.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, "");
  const sentences = readSentences(mail, words, mail.sentAt);
  const [time] = sentences.flatMap((each) => each.times);
  if (time?.hasDay && !time.hasClock && sentences.length === 1)
    return isOnly(time.text, words) ? { topic: "", day: time.text } : null;
  return time || /[.,;]$/.test(line) ? null : nameAt(mail, place, at, words);
}

/** A name begins a block. */
function nameAt(mail: MailToRead, place: Place, at: number, words: string): Heading | null {
  if (at > 0 && mail.lines[at - 1] !== "") return null;
  const day = isBelowDay(mail, place, at) ? place.day : null;
  if (day !== null && (mail.lines[at + 1] ?? "") === "") return null;
  return { topic: isOfLetterhead(mail, at) ? "" : words, day };
}

/** "No Kinder Gym" below "March 17". */
function isBelowDay({ lines }: MailToRead, { day }: Place, at: number): boolean {
  const above = lines.slice(0, at).findLast((line) => line !== "") ?? "";
  return day !== null && isOnly(day, above);
}

const isShort = (line: string): boolean =>
  line.length <= (/^\p{Lu}{3,}[ \p{Lu}]{4,}/u.test(line) ? maxCapitals : maxHeading) &&
  !/[£$€]\s?\d/.test(line);

const isLast = ({ lines }: MailToRead, at: number): boolean =>
  lines.slice(at + 1).every((other) => other === "");

const isOnly = (day: string, words: string): boolean =>
  words.replace(day, "").replaceAll(/[\s\p{P}]/gu, "") === "";

const maxLetterhead = 8;

/** The school's name and "Newsletter 9" stand above "Dear families". */
const isOfLetterhead = ({ lines }: MailToRead, at: number): boolean =>
  lines.slice(0, maxLetterhead).findIndex(isGreeting) > at;

/** "TASTY TUESDAY" is a name, and not only a day. */
const dayAsName = /^(\p{L}+(?: \p{L}+)?) (?:mon|tues|wednes|thurs|fri|satur|sun)day\W*$/iu;

/** "SPRING CAMP – 7th to 9th May" above what belongs to it, but no row above others. */
export function isEventHead(mail: MailToRead, place: Place, at: number): boolean {
  const { lines } = mail;
  const [before = "", line, below = ""] = [lines[at - 1], lines[at]!, lines[at + 1]];
  if (before !== "" || below === "" || line.length > maxCapitals || /\p{Ll}[.?]$/u.test(line))
    return false;
  return !readSentences(mail, prepare(below, place), mail.sentAt).some(({ times }) =>
    times.some(({ hasDay, text }) => hasDay && /\d/.test(text)),
  );
}

/** "House Athletics, Years 3-6" by "HOUSE ATHLETICS". */
function isNamedBy(topic: string, { kind, due, title }: Thing): boolean {
  const words = topic.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const [first = ""] = title.toLowerCase().split(/[:,(–]/);
  return (
    kind === "event" &&
    due !== null &&
    words.length > 1 &&
    words.every((word) => first.includes(word))
  );
}

export function enterEvent(place: Place, thing: Thing, line: string): void {
  if (thing.kind !== "event") return;
  if (dayAsName.test(line)) thing.title = line.replace(/\W+$/, "");
  Object.assign(place, { topic: thing.title, isBelowHeading: true, thing });
}

/** @param found what the lines above hold: the list of dates names what a heading tells of */
export function enterHeading(
  place: Place,
  { topic, day }: Heading,
  { subject, found }: { subject: string; found: readonly Thing[] },
): void {
  Object.assign(place, { thing: null, day });
  if (topic === "" && day !== null) return;
  const named = topicOf(topic);
  Object.assign(place, {
    topic: named || subject,
    isBelowHeading: named !== "",
    eventDay: null,
    lastDay: null,
  });
  const thing = day === null ? found.find((other) => isNamedBy(named, other)) : undefined;
  if (!thing) return;
  const known = thing.due!.local.slice(0, 10);
  Object.assign(place, { thing, lastDay: known, eventDay: known });
}
