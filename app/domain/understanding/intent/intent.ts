import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { isErrand } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { dueOf } from "../resolve/due.ts";
import type { ParseContext, Reading } from "../resolve/reading.ts";
import type { TimePhrase, Token } from "../types.ts";
import { type Meant, readChange } from "./changes.ts";
import { readItems, splitItems, writeItem } from "./items.ts";
import { readPerson } from "../people/person.ts";
import type { Range, Sentence } from "./pattern.ts";
import { type Asked, readPlainQuestion, readQuestion } from "./questions.ts";
import type { Change, Intent, Items, Question } from "./types.ts";
import { wordsIn } from "./words.ts";

const maxTokens = 40;

/** Also finds a change that may as well be a new task: "cancel Netflix". */
export function findIntent(
  context: ParseContext,
  reading: Reading,
): { intent: Intent; mayBeTask: boolean } | null {
  const sentence = sentenceOf(context, reading);
  if (!sentence) return null;
  const listed = reading.choice ? null : readItems(sentence);
  if (listed) {
    const { thing, list } = listed;
    // The household may have no other list of that name.
    return { intent: itemsOf(sentence, thing, list), mayBeTask: list !== "Shopping" };
  }
  const asked = readQuestion(sentence);
  if (asked) return { intent: questionOf(context, sentence, asked), mayBeTask: false };
  const meant = readChange(sentence) ?? readExplained(sentence);
  const doubted = meant ? null : readPlainQuestion(sentence);
  if (doubted) return { intent: questionOf(context, sentence, doubted), mayBeTask: false };
  if (!meant) return null;
  return {
    intent: changeOf(context, sentence, meant),
    mayBeTask: meant.mayBeTask === true || sentence.isOwnTask,
  };
}

/** Returns null if there are several sentences. */
function sentenceOf(
  { text, familyMembers: family, now, timeZone, weekStart }: ParseContext,
  reading: Reading,
): (Sentence & { isOwnTask: boolean }) | null {
  const { tokens } = reading;
  if (tokens.length > maxTokens) return null;
  let [from, to, isOwnTask] = [0, tokens.length, false];
  const word = (at: number) => tokens[at]?.word ?? "";
  while (to > 0 && closings.has(word(to - 1))) to -= 1;
  for (;;) {
    if (askingVerbs.has(word(from)) && word(from + 1) === "you") from += 2;
    else if (
      ["i", "we"].includes(word(from)) &&
      ["need", "have", "want"].includes(word(from + 1)) &&
      word(from + 2) === "to"
    ) {
      from += 3;
      isOwnTask = true;
    } else if (openings.has(word(from))) from += 1;
    else break;
  }
  const isOne = tokens
    .slice(from, to)
    .every((token, at) => !isEnd(reading, from + at) && (at === 0 || !token.startsLine));
  if (!isOne || from >= to) return null;
  const today = wallClockAt(now, timeZone).toPlainDate();
  return { text, reading, family, from, to, isOwnTask, today, weekStart };
}

const askingVerbs = wordSet("can could would will");
const openings = wordSet(
  "hey hi hello ok okay mila please pls so um oh actually sorry wait oops just and , . ! - : yes",
);
const closings = wordSet("please pls thanks thx ty mila . ! ? , ; : -");

/** The sentence goes on after "Dr." and within "school.org". */
function isEnd({ tokens }: Reading, at: number): boolean {
  if (![".", "!", "?", ";"].includes(tokens[at]!.word)) return false;
  const isTitle = ["dr", "mr", "mrs", "ms", "st"].includes(tokens[at - 1]?.word ?? "");
  return !isTitle && !(tokens[at]!.isAttached && tokens[at + 1]?.isAttached);
}

/** "Ben is sick" is the reason in "cancel soccer tomorrow, Ben is sick", before it or after it. */
function readExplained(sentence: Sentence): Meant | null {
  const to = endBeforeReason(sentence);
  const [isExplained, from] = [true, startAfterReason(sentence)];
  const before = to === null ? null : readChange({ ...sentence, to, isExplained });
  if (before || from === null) return before;
  const after = readChange({ ...sentence, from, isExplained });
  return after?.mayBeTask ? null : after;
}

function endBeforeReason({
  reading: { tokens, timeAt },
  family,
  from,
  to,
}: Sentence): number | null {
  const at = tokens.findIndex(
    ({ word }, index) =>
      index > from + 1 &&
      (word === "," || reasonJoints.has(word) || statesOfPerson(tokens, index, family)),
  );
  const isReason =
    at > 0 &&
    at < to &&
    tokens.slice(at, to).every(({ word }, index) => !isErrand(word) && !timeAt[at + index]);
  return isReason ? at : null;
}

/** "Nora is sick", "Ben has a cold". */
function statesOfPerson(tokens: Token[], at: number, family: Sentence["family"]): boolean {
  const person = readPerson(tokens, at, family);
  return person !== null && stateWords.has(tokens[person.next]?.word ?? "");
}

/** A story without an order or a time comes before "cancel", "skip" or "move". */
function startAfterReason({ reading: { tokens, timeAt }, from, to }: Sentence): number | null {
  const at = tokens.findIndex(({ word }, index) => index > from + 1 && reactions.has(word));
  if (at < 0 || at >= to) return null;
  let end = at;
  while (end > from && reactionLeads.has(tokens[end - 1]!.word)) end -= 1;
  const told = tokens.slice(from, end);
  const isJoined = tokens.slice(end, at).some(({ word }) => word === "," || word === "so");
  const isState = told.some(({ word }) => stateWords.has(word)) && tokens[at]!.word !== "no";
  const isTold = isState || (isJoined && told.length <= 5);
  const isOrder = isErrand(told[0]?.word ?? "") || told.some(({ word }) => noStory.has(word));
  const isTimed = told.some((_, index) => timeAt[from + index]);
  return told.length > 1 && isTold && !isOrder && !isTimed ? at : null;
}

const reactions = wordSet("cancel skip move push reschedule postpone shift delay swap switch no");
const reactionLeads = wordSet(", so please pls can could you we should and");
const noStory = wordSet("and to , : need needs want wants please don't if when");
const stateWords = wordSet(`
  is are was were has have had feels feel isn't can't won't isnt cant 's sick ill it's i'm im i've
  im he's she's we're they're`);

const reasonJoints = wordSet("because cause cuz bc since as");

function questionOf(context: ParseContext, sentence: Sentence, asked: Asked): Question {
  if (asked.isDone) return questionAboutDone(asked);
  const { range, phrase } = withoutTime(sentence, asked.thing);
  const { who, rest } = withoutPerson(sentence, range);
  const words = wordsIn(sentence, rest, true);
  const days = daysOf(context, sentence, asked.when ?? phrase);
  const status = words === null && namesOverdue(sentence) ? "overdue" : "open";
  return { type: "question", words, ...days, who: asked.who ?? who, status };
}

function questionAboutDone({ who, past }: Asked): Question {
  const day = past?.from.toString() ?? null;
  const until = past && !past.until.equals(past.from) ? past.until.toString() : null;
  return { type: "question", words: null, day, until, who: who ?? null, status: "done" };
}

/** "What's overdue", "what did we miss". */
function namesOverdue({ reading: { tokens }, from, to }: Sentence): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ word }, at) =>
        overdueWords.has(word) || (word === "due" && tokens[from + at - 1]?.word === "past"),
    );
}

const overdueWords = wordSet("overdue late missed miss behind");

/** "Next week" goes on until its last day, but "Friday next week" is one day. */
function daysOf(
  context: ParseContext,
  { reading: { tokens } }: Sentence,
  phrase: TimePhrase | undefined,
): Pick<Question, "day" | "until"> {
  const day = dayOf(context, phrase);
  if (!phrase || !day) return { day, until: null };
  const said = tokens.slice(phrase.from, phrase.to).map(({ word }) => word);
  if (!said.every((word) => wordsOfSpans.has(word)))
    return { day, until: lastDayOf(context, phrase, day) };
  const today = wallClockAt(context.now, context.timeZone).toPlainDate();
  const isNext = said.includes("next");
  const first = isNext ? Temporal.PlainDate.from(day) : today;
  if (said.includes("month"))
    return { day: first.toString(), until: first.with({ day: first.daysInMonth }).toString() };
  const lastWeekday = context.weekStart === 0 ? 6 : 7;
  if (said.includes("week")) {
    const until = first.add({ days: (lastWeekday - first.dayOfWeek + 7) % 7 });
    // A task of next week is for its Monday, also where weeks begin on Sunday.
    const from = isNext ? until.subtract({ days: 6 }) : first;
    return { day: from.toString(), until: until.toString() };
  }
  const saturday = Temporal.PlainDate.from(day);
  return { day, until: saturday.add({ days: 7 - saturday.dayOfWeek }).toString() };
}

/** The last day of "Dec 5 to 8" or "Monday to Wednesday". */
function lastDayOf(context: ParseContext, { when, ...place }: TimePhrase, first: string) {
  const day = when.lastDay ?? when.daysBetween?.at(-1);
  const last = day ? dayOf(context, { ...place, when: { day } }) : null;
  return last !== null && last > first ? last : null;
}

const wordsOfSpans = wordSet(
  "on in at for during the this next coming all rest of week weekend wkend month",
);

/** "What does Sam have to do" and "show Sam's tasks" ask for a person, "Sam's recital" does not. */
function withoutPerson({ reading: { tokens }, family }: Sentence, range: Range | undefined) {
  // "What's on for Ben".
  const isOnFor =
    range && tokens[range.from]!.word === "on" && tokens[range.from + 1]?.word === "for";
  const person = range && readPerson(tokens, isOnFor ? range.from + 2 : range.from, family);
  if (!person || person.next > range.to) return { who: null, rest: range };
  const isOwner = person.next < range.to && tokens[person.next]!.word === "'s";
  const rest = { from: isOwner ? person.next + 1 : person.next, to: range.to };
  const isAll = tokens.slice(rest.from, rest.to).every(({ word }) => allOf.has(word));
  return isOwner && !isAll ? { who: null, rest: range } : { who: person.name, rest };
}

const allOf = wordSet(
  `tasks chores reminders todos events calendar schedule agenda plan plans list week day things
  stuff`,
);

function changeOf(context: ParseContext, sentence: Sentence, meant: Meant): Change {
  const { range, phrase } = withoutTime(sentence, meant.thing);
  const when = meant.to?.when;
  const to = when && dueOf(when, null, context.now, context.timeZone);
  return {
    type: "change",
    action: meant.action,
    words: wordsIn(sentence, range, false),
    ...daysOf(context, sentence, meant.on ?? phrase),
    who: meant.who ?? null,
    isMine: meant.isMine === true,
    due: to ?? null,
    said: {
      day: when?.day !== undefined || when?.afterMinutes !== undefined,
      time: Boolean(when?.clock ?? when?.part) || when?.afterMinutes !== undefined,
    },
    later: meant.later ?? null,
  };
}

/** "Friday's piano", "piano on Friday": the day is no part of the words. */
function withoutTime({ reading: { timeAt, tokens } }: Sentence, thing: Range | undefined) {
  if (!thing) return { range: undefined, phrase: undefined };
  const { from, to } = thing;
  const [first, last] = [timeAt[from], timeAt[to - 1]];
  if (first && first.from >= from && first.to === to) return { range: undefined, phrase: first };
  if (first && first.from >= from && first.to < to)
    return {
      range: { from: tokens[first.to]!.word === "'s" ? first.to + 1 : first.to, to },
      phrase: first,
    };
  if (last && last.to <= to && last.from > from)
    return { range: { from, to: last.from }, phrase: last };
  return { range: thing, phrase: undefined };
}

function dayOf({ now, timeZone }: ParseContext, phrase: TimePhrase | undefined): string | null {
  const due = phrase?.when.day ? dueOf(phrase.when, null, now, timeZone) : null;
  return due ? due.local.slice(0, 10) : null;
}

function itemsOf(
  { text, reading: { tokens } }: Sentence,
  { from, to }: Range,
  list: string,
): Items {
  const items = splitItems(tokens.slice(from, to)).map((item) => writeItem(item, text));
  return { type: "items", list, items };
}
