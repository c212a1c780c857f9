import { Temporal } from "#app/domain/core/time.ts";
import type { ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Thing } from "./thing.ts";
import { namesWeek } from "./masthead.ts";
import { anyOf, anywhere, atStart, patternOf } from "./phrases.ts";
import { type Place, pointsToDay, toSecondClock } from "./place.ts";
import { isClosed, isPaperDue, isRequired, isShortage, isTidyingAsk } from "./said.ts";
import { type MailToRead, readSentences } from "./sentences.ts";
import { joinTopic, titleOfSentence } from "./title.ts";

interface Next {
  mail: MailToRead;
  place: Place;
  sentence: ReadSentence;
  /** The thing of the sentence, if it holds one. */
  thing: Thing | undefined;
}

/** Adds a sentence to the thing before it, if it says more about that. Returns false otherwise. */
export function joinToThing(before: Thing, { mail, place, sentence, thing }: Next): boolean {
  if (thing?.kind === "task" && before.due === null && isShortage(before.sentence)) {
    const { due, hasTime, isSure } = thing;
    Object.assign(before, { due, hasTime, isSure, note: withNote(before, sentence.text) });
    return true;
  }
  if (thing?.due && saysWhen(before, thing, sentence.text)) {
    const { due, hasTime, isSure } = thing;
    Object.assign(before, { due, hasTime, isSure, note: withNote(before, sentence.text) });
    return true;
  }
  if (belongsTo(before, sentence, thing)) {
    addTo(mail, place, before, sentence);
    return true;
  }
  if (thing && isAskOfEvent(before, thing)) {
    before.note = withNote(before, sentence.text);
    return true;
  }
  if (!thing || !isSameEvent(before, thing, sentence)) return false;
  Object.assign(before, { due: thing.due, hasTime: true, note: withNote(before, sentence.text) });
  return true;
}

/** "It will be held on Thursday" follows a postponed event, "It closes on Friday" a form. */
function saysWhen(before: Thing, thing: Thing, text: string): boolean {
  if (before.kind === "task" && before.due === null && closes.test(text)) return true;
  const isOpen = before.due === null || before.kind !== "event" || thing.kind === "moved";
  return (isOpen || isOff.test(before.sentence)) && hasSameSubject.test(text);
}

/** "Send the whole package back that morning" belongs to the retakes of that morning. */
const isAskOfEvent = (before: Thing, thing: Thing): boolean =>
  before.kind === "event" &&
  thing.kind === "task" &&
  !thing.hasTime &&
  before.due !== null &&
  before.due.local.slice(0, 10) === thing.due?.local.slice(0, 10) &&
  isTidyingAsk(thing.sentence) &&
  !isRequired(thing.sentence);

const isOff = anywhere("cancel*|postpone*");

const withNote = ({ note }: Thing, words: string): string =>
  note === null ? words : `${note} ${words}`;

/** "Please bring £1" belongs to the event before it in its line or paragraph. */
function belongsTo(before: Thing, sentence: ReadSentence, thing: Thing | undefined): boolean {
  if (sentence.times.some(({ hasDay }) => hasDay) || pointsToDay(sentence.text)) return false;
  if (!thing) return true;
  if (thing.kind === "cancelled") return false;
  if (thing.kind !== "task") return continues.test(sentence.text) || !thing.hasTime;
  return isTidyingAsk(sentence.text) && !isPaperDue(sentence.text) && before.due !== null;
}

/** "The concert is postponed. It will be held on Thursday." */
const itIs = anyOf(["it|they|this (are|is|start|starts|take|takes|will) [now]"]);
const hasSameSubject = patternOf(
  "iu",
  `^${itIs} ${anyOf(["be|held|on|take"])} `,
  anyOf(["it|this (is|has been|will be) changed|moved|postponed|shifted to"]),
);

/** "Fill in the form. It closes on Friday." */
const closes = atStart(
  "it|this|that [_] closes|ends",
  "the [_] _ (close|closes|deadline|end|ends|is due)",
  "[the] closing|due date",
  "[the] deadline",
);

/** "Camp is June 9 to 11. Buses load at 8:30 on the Wednesday." */
const isSameEvent = (before: Thing, thing: Thing, { text }: ReadSentence): boolean =>
  before.due !== null &&
  !before.hasTime &&
  thing.hasTime &&
  before.due.local.slice(0, 10) === thing.due?.local.slice(0, 10) &&
  continues.test(text);

const rides = "bus|buses|coach|coaches|departure";
const hours = "end|finish|finishing|running|start|starts|time|kick|throw";
const meeting = "arrive|check|drop|gather|meet|meeting|report";
const places = "at|away|back|be|by|from|home|it|this|door|doors|gate|gates";
const continues = atStart(
  `[the|our] (${places}|${rides}|${hours}|${meeting})`,
  "[the|our] children|players|pupils|students",
  "please arrive|be",
);

/** "Bus leaves at 8.30", "away by 1.45". */
export const isContinued = (line: string): boolean => continues.test(line);

/** "Tasty Tuesday" does not say to bring fruit. */
const maxShortTitle = 3;

export function addTo(mail: MailToRead, place: Place, thing: Thing, sentence: ReadSentence): void {
  const { text, times, rank } = sentence;
  if (!thing.hasTime && thing.kind !== "cancelled" && times.some(({ hasClock }) => hasClock))
    addTime(mail, place, thing, sentence);
  if (rank === "asks" && thing.note === null && thing.title.split(" ").length <= maxShortTitle)
    thing.title = joinTopic(thing.title, titleOfSentence(text, "task"));
  if (rank === "asks" || times.length > 0 || /[\d£$€]/.test(text))
    thing.note = withNote(thing, text);
}

function addTime(mail: MailToRead, { lastDay }: Place, thing: Thing, sentence: ReadSentence): void {
  if (lastDay === null) return;
  const words = `${toSecondClock(sentence.text, sentence)} on ${lastDay}`;
  const [task] = readSentences(mail, words, mail.sentAt)[0]?.tasks ?? [];
  const due = task?.due;
  const isSameDay = thing.due === null || due?.local.slice(0, 10) === thing.due.local.slice(0, 10);
  if (due && task.hasTime && isSameDay) Object.assign(thing, { due, hasTime: true });
}

const gathering = anywhere(
  "arrive|arrives|assemble|gather|meet|report|register|registration|warm-up",
  "be at|back|in|there",
  "bus|buses|coach|coaches|door|doors|gate|gates|train … leave|leaves|open|opens|depart|departs",
  "drop|starts|begins",
);

/** "Coach leaves at 7.45, so be there by 7.30" says when the trip of that day begins. */
export function takeTimes(things: Thing[]): Thing[] {
  const taken = new Set<Thing>();
  for (const [index, thing] of things.entries()) {
    if (!["event", "moved"].includes(thing.kind) || !thing.due || taken.has(thing)) continue;
    const timed = things.find((other, at) => at > index && isGathering(thing, other));
    if (!timed) continue;
    taken.add(timed);
    thing.note = withNote(thing, timed.sentence);
    if (!thing.hasTime) Object.assign(thing, { due: timed.due, hasTime: true });
  }
  return things.filter((thing) => !taken.has(thing));
}

/** On the event's day, and not long before it. */
function isGathering({ due, hasTime }: Thing, other: Thing): boolean {
  if (!due || !other.due || !other.hasTime || !gathering.test(other.title)) return false;
  const [start, arrival] = [due.local, other.due.local].map((local) =>
    Temporal.PlainDateTime.from(local),
  );
  if (!start!.toPlainDate().equals(arrival!.toPlainDate()) || other.due.local.endsWith("T00:00"))
    return false;
  const minutes = arrival!.until(start!).total("minutes");
  return !hasTime || (other.kind === "task" && minutes >= 0 && minutes <= 120);
}

/** "The week of 18 January" is no day, if the days of that week follow. */
export const withoutWeeks = (things: Thing[]): Thing[] =>
  things.filter((thing, index) => {
    if (!thing.due || thing.hasTime || !namesWeek(thing.sentence)) return true;
    const first = Temporal.PlainDate.from(thing.due.local.slice(0, 10));
    return !things.slice(index + 1).some(({ title, due }) => {
      if (topicOfThing(title) !== topicOfThing(thing.title)) return false;
      const day = due && Temporal.PlainDate.from(due.local.slice(0, 10));
      return day && first.until(day).days >= 0 && first.until(day).days < 7;
    });
  });

const topicOfThing = (title: string): string => title.split(": ")[0]!;

/** The beginnings of the words that tell things apart. */
const stemsOf = (title: string) =>
  new Set(
    (title.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
      .filter((word) => !plainWords.has(word))
      .map((word) => word.slice(0, 5)),
  );
const plainWords = wordSet(`
  bring child children class form from grade money please return school that their this will with
  year years your monday tuesday wednesday thursday friday`);

/**
 * A mail names the same thing in its list, its text and its calendar's file. The first stays, with
 * the facts of both.
 * @param invitations the exact ones, which come first
 */
export function withoutTwins(things: Thing[], invitations: readonly Thing[] = []): Thing[] {
  const kept = [...invitations];
  for (const thing of things) {
    const twin = kept.find(
      (other) =>
        areTwins(other, thing) || (invitations.includes(other) && beginTogether(other, thing)),
    );
    if (!twin) {
      kept.push(thing);
      continue;
    }
    twin.about ??= thing.about;
    twin.note ??= thing.note;
    if (!twin.hasTime && thing.due && (thing.hasTime || !twin.due))
      Object.assign(twin, { due: thing.due, hasTime: thing.hasTime });
  }
  return kept;
}

const beginTogether = (invitation: Thing, { kind, hasTime, due }: Thing): boolean =>
  kind !== "task" && invitation.hasTime && hasTime && invitation.due?.local === due?.local;

function areTwins(one: Thing, other: Thing): boolean {
  const [day, otherDay] = [one.due?.local.slice(0, 10), other.due?.local.slice(0, 10)];
  if (day !== otherDay && day !== undefined && otherDay !== undefined) return false;
  if (one.hasTime && other.hasTime && one.due!.local !== other.due!.local) return false;
  if (day !== undefined && day === otherDay && (closeBoth(one, other) || namesSame(one, other)))
    return true;
  return sharesWords(one, other);
}

const closeBoth = (one: Thing, other: Thing): boolean =>
  isClosed(one.title) && isClosed(ownWords(other.title));

function sharesWords(one: Thing, other: Thing): boolean {
  const [words, others] = [stemsOf(one.title), stemsOf(ownWords(other.title))];
  const shared = [...others].filter((word) => words.has(word)).length;
  return shared > 0 && shared >= Math.min(words.size, others.size) / 2;
}

/** "Consent and payment for House Athletics", and "HOUSE ATHLETICS: consent and payment close". */
function namesSame(one: Thing, other: Thing): boolean {
  if (topicOfThing(one.title) === topicOfThing(other.title)) return false;
  const [words, others] = [stemsOf(one.title), stemsOf(other.title)];
  const shared = [...others].filter((word) => words.has(word)).length;
  return shared > 2 && shared >= (words.size * 3) / 4;
}

/** Without the topic before it. */
const ownWords = (title: string) => title.slice(title.lastIndexOf(": ") + 1);
