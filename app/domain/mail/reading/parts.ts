import type { ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import { isExact, isWeekly, weekday } from "./days.ts";
import { kindOf } from "./kind.ts";
import { anyOf, anywhere, atStart, patternOf } from "./phrases.ts";
import { isClosed, isMoved, isOnlyTold, isRoutineAsk, isShortage } from "./said.ts";
import { type MailToRead, readSentences } from "./sentences.ts";

/** A row with two dates, one for the errand: "Camp – 22 Feb – Consent – 12 Feb". */
export function partsOfRow(line: string): string[] {
  const cells = line.split(" – ");
  const [last = "", action = ""] = cells.toReversed();
  const isDate = (cell: string) => /^\W*\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\W*$/.test(cell);
  if (cells.length < 4 || !isDate(last) || isDate(action)) return [line];
  const rest = cells.slice(0, -2);
  if (!rest.some((cell) => /\d{1,2}[./]\d{1,2}/.test(cell))) return [line];
  return [rest.join(" – "), `${action} (${rest[0]}) by ${last}`];
}

/** "Costs: €20" says only what kind of thing follows. */
export function withoutLabel(mail: MailToRead, line: string): { label: string; words: string } {
  const [, label, words] =
    /^([^:.!?\d]{1,38}?)\s?:\s+(.+)$/su.exec(line) ??
    // "Deposit (£60.00): 09/10/2026"
    /^([^:!?]{1,38}?)\s?:\s+(\d{1,2}[./ ][^:]{2,20})$/su.exec(line) ??
    /^((?!the )[^:.,!?\d–-]{1,24}?)\s[–-]\s+(?!I{2,3}\b|I?[VX]+\b)([^–]+)$/isu.exec(line) ??
    [];
  const [read] = label ? readSentences(mail, label, mail.sentAt) : [];
  return label && read && isNameOf(mail, read, words!) && !isErrand.test(label)
    ? { label, words: words! }
    : { label: "", words: line };
}

/** "Wear your class colour: Ducks yellow, Foxes orange." */
const isErrand = atStart("[please] bring|send|wear _ _");

/** "WORKING SATURDAY: 18th July", "Labour Day - the parade is on Monday": a name, and no day. */
function isNameOf(mail: MailToRead, label: ReadSentence, words: string): boolean {
  const [time, ...others] = label.times;
  if (!time) return true;
  if (others.length > 0 || time.hasClock || !time.hasDay || /\d/.test(time.text)) return false;
  const isWeekday = weekday.test(time.text);
  const named = label.text.replace(time.text, "").trim();
  if (isWeekday ? named === "" : !/ day$/i.test(time.text)) return false;
  return readSentences(mail, words, mail.sentAt).some(({ times }) =>
    times.some(({ hasDay, text }) => hasDay && (/\d/.test(text) || !isWeekday)),
  );
}

type Read = (text: string) => ReadSentence[];

/** Omits introductory clauses, and splits sentences about several days. */
export function partsOfSentence(mail: MailToRead, plain: ReadSentence): ReadSentence[] {
  const read = (text: string) => readSentences(mail, text, mail.sentAt);
  const sentence = withoutDayOfName(plain, read);
  for (const partsOf of ways) {
    const parts = partsOf(sentence, read);
    if (parts) return parts;
  }
  return [sentence];
}

const lessons = "class|club|game|group|lesson|match|practice|rehearsal|school|session|training";
const dayOfName = patternOf(
  "gi",
  String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today)(?:'s|(?= (?:${lessons})))`,
);

/** "No Saturday classes on 27th March", "the slip in today's folder". */
function withoutDayOfName(sentence: ReadSentence, read: Read): ReadSentence {
  const days = sentence.times.filter(({ hasDay }) => hasDay);
  if (days.length < 2) return sentence;
  const [main] = read(sentence.text.replaceAll(dayOfName, ""));
  return main?.times.some(({ hasDay }) => hasDay) ? { ...main, text: sentence.text } : sentence;
}

/** "Back on Tuesday 5th January (Monday 4th is INSET)." */
function withAside({ text }: ReadSentence, read: Read): ReadSentence[] | null {
  const [, outside, inside] = /^([^(]{5,}) \(([^()]{8,})\)[.!]?$/.exec(text) ?? [];
  if (!outside || !inside || !isClosed(inside)) return null;
  const parts = [...read(outside), ...read(inside)];
  return parts.length === 2 && parts.every(({ times }) => times.some(({ hasDay }) => hasDay))
    ? parts
    : null;
}

/** "Please ignore my last mail: the photo is on the 21st." */
function withoutLeadIn({ text }: ReadSentence, read: Read): ReadSentence[] | null {
  const [, lead, rest] = /^(.{0,100}?[^\d\s]):\s(.+)$/s.exec(text) ?? [];
  return lead && rest && isRoutineAsk(lead) ? read(rest) : null;
}

/** "I have to send the list, so let me know by Thursday." */
function withoutReason({ text }: ReadSentence, read: Read): ReadSentence[] | null {
  const [, reason, rest] =
    /^(.{8,}?),? so (?!that\b|far\b|on\b|many\b|much\b)(.{8,})$/is.exec(text) ?? [];
  const [main, ...others] = rest ? read(rest) : [];
  if (!reason || !main || others.length > 0 || kindOf(main) === null) return null;
  const hasDay = ({ times }: ReadSentence) =>
    times.some((time) => time.hasDay && isExact(time.text));
  const held = read(reason);
  if (!hasDay(main) || held.some((each) => hasDay(each) && kindOf(each) !== null)) return null;
  // The reason may say what the rest is about.
  return [...held.filter((each) => kindOf(each) === null || isShortage(each.text)), main];
}

/** "If you want to keep the place, I need the form back by Friday." */
function withoutCondition({ text }: ReadSentence, read: Read): ReadSentence[] | null {
  const [, then] =
    /^if [^,;]{5,120}?(?:,(?: then)?| then) (.+)$/is.exec(text) ??
    /^if [^,;]{5,120}? ((?:(?:i|we) need|please|you (?:must|need)|let (?:me|us)) .+)$/is.exec(
      text,
    ) ??
    [];
  const [main] = then ? read(then) : [];
  // Only the condition says what "reply by Friday" is about.
  const title = main?.tasks[0]?.title ?? "";
  const namesErrand = title.split(" ").length > 4 && !/^let (?:me|us) know so\b/i.test(title);
  const isDue = main?.times.some(({ isDeadline }) => isDeadline) ?? false;
  return main && isDue && namesErrand ? [{ ...main, text }] : null;
}

/** "Year 3: Tuesday, Year 4: Thursday" is about two days. */
function daysOf({ text, times }: ReadSentence, read: Read): ReadSentence[] | null {
  const pieces = text.split(/,\s+/);
  const mayBeList =
    pieces.length > 1 && pieces.length === times.filter((time) => time.hasDay).length;
  if (!mayBeList || pieces.some((piece) => clauseStart.test(piece))) return null;
  const each = pieces.flatMap(read);
  const isNumbered = each.some((piece) => /\d/.test(piece.times[0]?.text ?? ""));
  const isUnlike = ({ times: [time] }: ReadSentence) =>
    isNumbered && weekday.test(time?.text ?? "") && !/\d/.test(time!.text) && !time!.isDeadline;
  if (each.length !== pieces.length || each.some(isUnlike)) return null;
  return each.every(namesOneDay) ? each : null;
}

function namesOneDay({ text, times }: ReadSentence): boolean {
  const [time, ...others] = times;
  if (!time?.hasDay || others.length > 0) return false;
  return /\p{L}{2}/u.test(text.replace(time.text, ""));
}

/** "Sign it on Monday and send it back by Friday." */
const isSameThing = /^\W*(?:.*\bnot (?:on )?\w+day\b|(?:\w+ ){0,2}(?:it|them)\b)/i;
const boundaryPattern =
  /\s*(?:;|–| - |,? (?:and|but|so|then|while|with)(?: (?:again|also|then))?) /gi;

/** "The fair is on Monday 7th, and forms are due on Friday 4th" is about two things. */
function clausesOf({ text, times }: ReadSentence, read: Read): ReadSentence[] | null {
  const [first, second] = times.filter(({ hasDay, text: day }) => hasDay && isExact(day));
  if (!first || !second || isWeekly(first.text) || isWeekly(second.text)) return null;
  const start = text.indexOf(first.text);
  const from = start + first.text.length;
  const between = text.slice(from, text.indexOf(second.text, from));
  for (const { 0: mark, index } of [...between.matchAll(boundaryPattern)].toReversed()) {
    const [before, behind] = [text.slice(0, from + index), text.slice(from + index + mark.length)];
    if (isSameThing.test(behind)) continue;
    const isBare = /^(?:all day )?$/i.test(behind.slice(0, behind.indexOf(second.text)));
    // "On Monday at 2 and again on Tuesday at 6."
    const isAgain = /again/i.test(mark) || (first.hasClock && second.hasClock);
    if (isBare && !isAgain) continue;
    const rest = isBare ? text.slice(0, start) + behind : withSubject(before, behind);
    const clauses = heldBy(before, rest, mark, read);
    if (clauses) return clauses.flatMap((clause) => clausesOf(clause, read) ?? clause);
  }
  return null;
}

const opens = /^([^,;:]{3,40}?) (?:begins?|opens?|runs?|starts?)\b/i;
const closes = /^(?:closes?|ends?|finish(?:es)?|re-?opens?|runs?)\b/i;

/** "Bookings open on Monday 30th and close on Friday 4th": the bookings close. */
function withSubject(before: string, behind: string): string {
  const [, subject] = opens.exec(before) ?? [];
  return subject && closes.test(behind) ? `${subject} ${behind}` : behind;
}

/** The clauses that hold things, or null if they belong together. */
function heldBy(before: string, behind: string, mark: string, read: Read): ReadSentence[] | null {
  const [one, other, ...others] = [...read(before), ...read(behind)];
  if (!one || !other || others.length > 0) return null;
  const isReason = /so/i.test(mark) && !isClosed(before);
  if (kindOf(other) === null) return kindOf(one) !== null && isOnlyTold(behind) ? [one] : null;
  const isContrast = /but/i.test(mark) && kindOf(one) === null;
  if (isReason || isContrast || isOnlyTold(before)) return [other];
  return kindOf(one) !== null && !isMoved(`${before} ${behind}`) ? [one, other] : null;
}

const introStart = atStart(
  "after|although|as|because|despite|following|given|since|unless|while",
  "due|owing to",
);

/** "Due to the storm from noon tomorrow, school ends at 1:10 on Wednesday 27th." */
function withoutIntro({ text, times }: ReadSentence, read: Read): ReadSentence[] | null {
  const at = text.indexOf(", ");
  if (times.length < 2 || at < 0 || !introStart.test(text)) return null;
  const [main] = read(text.slice(at + 2));
  const isInIntro = text.indexOf(times[0]!.text) < at;
  if (!isInIntro || !main?.times.some(({ hasDay }) => hasDay)) return null;
  // "As Monday is a holiday, homework is due on Tuesday" closes nothing.
  return [isClosed(main.text) ? { ...main, text } : main];
}

/** "Could it be done by Friday, as we begin on Monday." */
function withoutCause({ text }: ReadSentence, read: Read): ReadSentence[] | null {
  const [, rest, cause] = /^(.{20,}?),? (?:as|because|since) (.{8,})$/is.exec(text) ?? [];
  const [main, ...others] = rest ? read(rest) : [];
  if (!main || others.length > 0 || !main.times.some(({ isDeadline }) => isDeadline)) return null;
  const isDated = read(cause!).some(({ times }) => times.some(({ hasDay }) => hasDay));
  return isDated && kindOf(main) === "task" ? [{ ...main, text }] : null;
}

const endsSchool = anywhere("closes|dismissal|ends|finish|finishes|pick-up|pickup");

/** "Hat parade at 9:10, and last day of term: 2:30 finish" on one day. */
function atTwoTimes({ text, times }: ReadSentence, read: Read): ReadSentence[] | null {
  const [day, ...otherDays] = times.filter(({ hasDay }) => hasDay);
  const [first, second, ...others] = times.filter(({ hasClock }) => hasClock);
  if (!day || !first || !second || otherDays.length + others.length > 0) return null;
  const from = text.indexOf(first.text) + first.text.length;
  const to = text.indexOf(second.text, from);
  const at = text.slice(from, Math.max(from, to)).search(/(?:,|;) (?:and )?/);
  if (at < 0 || second.hasDay) return null;
  const behind = text.slice(from + at).replace(/^[,;] (?:and )?/, "");
  if (!endsSchool.test(behind)) return null;
  const parts = [...read(text.slice(0, from + at)), ...read(`${behind} on ${day.text}`)];
  return parts.length === 2 && parts.every((part) => kindOf(part) !== null) ? parts : null;
}

const minAside = 5;

/** "Bring the lantern (the children take it home on Wednesday) and a cup." */
function withoutBracket({ text, times, rank }: ReadSentence, read: Read): ReadSentence[] | null {
  const [bracket, inside] = /\(([^()]{15,})\)/.exec(text) ?? [];
  if (!bracket || !inside || rank !== "asks" || inside.split(" ").length < minAside) return null;
  const days = times.filter(({ hasDay, text: day }) => hasDay && inside.includes(day));
  const areAsides = days.every(({ text: day, isDeadline }) => !isDeadline && !/\d/.test(day));
  if (days.length === 0 || !areAsides) return null;
  const [main, ...others] = read(text.replace(bracket, ""));
  return main && others.length === 0 ? [{ ...main, text }] : null;
}

const ways = [
  withAside,
  withoutLeadIn,
  withoutReason,
  withoutCondition,
  withoutIntro,
  withoutCause,
  withoutBracket,
  atTwoTimes,
  daysOf,
  clausesOf,
];

const clauseStarts = anyOf([
  "after|and|as|at|because|before|but|by|from|if|in|instead",
  "not|on|or|since|so|starting|the|then|until|when|where|which|while|who",
]);
const clauseStart = patternOf("iu", `^${clauseStarts}`);

const beforeOldDay = anyOf([
  "[originally] planned|scheduled|due|meant [for|on]",
  "(was to be|were to be|should have been) [_] [on]",
  "originally [for|on]",
  "instead of",
  "rather than",
  "not [on]",
]);
const endsBeforeOldDay = patternOf("iu", String.raw`,?\s*${beforeOldDay}\s*$`);

/** "The trip planned for tomorrow will go ahead". */
const planned =
  /\b(?:planned|scheduled|arranged|booked) for(?= (?:today|tomorrow|this|next|\w+day|\d))/i;

/** "The lesson from Thursday we make up on Saturday". */
const belongsToOldDay =
  /(?<=\b(?:class|game|lesson|match|meeting|practice|rehearsal|session|training)) (?:from|of) *$/i;

const plural = /^(?:on )?\w+days$/i;
/** "Now on Mondays rather than Thursdays, starting on 25 January". */
const weekly =
  / (?:now )?(?:on )?\w+days(?: (?:rather than|instead of|and not) (?:on )?\w+days)?\b/i;

/** "The visit planned for this Friday will now be on the 13th": only the new day counts. */
export function withoutOldDay(mail: MailToRead, sentence: ReadSentence): ReadSentence {
  const days = sentence.times.filter(({ hasDay }) => hasDay);
  const again = (old: RegExp, words: string): ReadSentence => {
    const [read] = readSentences(mail, sentence.text.replace(old, words), mail.sentAt);
    return read ? { ...read, text: sentence.text } : sentence;
  };
  const everyWeek = days.filter(({ text }) => plural.test(text));
  if (everyWeek.length > 0 && everyWeek.length < days.length) return again(weekly, " ");
  if (days.length < 2) return planned.test(sentence.text) ? again(planned, "on") : sentence;
  for (const { text: day } of days) {
    const at = sentence.text.indexOf(day);
    const [before, behind] = [sentence.text.slice(0, at), sentence.text.slice(at + day.length)];
    const [onDay = ""] = /^(?:on|for|from|of) /i.exec(day) ?? [];
    const old = [endsBeforeOldDay, belongsToOldDay].find((end) => end.test(before + onDay));
    if (at < 0 || !old) continue;
    const rest = `${(before + onDay).replace(old, "")}${behind}`;
    const [read] = readSentences(mail, rest, mail.sentAt);
    if (read) return { ...read, text: sentence.text };
  }
  return sentence;
}
