import { expandPattern, type Step } from "../grammar/engine/pattern.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Temporal } from "#app/domain/core/time.ts";
import type { Duration, TimePhrase, WeekStart } from "../types.ts";
import { readPerson } from "../people/person.ts";
import { type PastDays, readPastDays } from "./past.ts";

/** The tokens from `from` up to but not including `to`. */
export interface Range {
  from: number;
  to: number;
}

/** The range leaves greetings and thanks out. */
export interface Sentence extends Range {
  text: string;
  reading: Reading;
  family: readonly { name: string; relation: string }[];
  today: Temporal.PlainDate;
  weekStart?: WeekStart | undefined;
  /** The rest of the text only says why: "Ben is sick". */
  isExplained?: boolean;
}

/** A pattern has these slots. */
export interface Found {
  /** Any words match, as few as possible. */
  thing?: Range;
  /** A day or a time matches: "Friday at 5", "to Friday". */
  when?: TimePhrase;
  duration?: Duration;
  /** Days that are over match: "yesterday", "last week". */
  past?: PastDays;
  /** A family member's name matches, or "my husband". */
  who?: string;
}

/**
 * The pattern matches a whole sentence. It uses the notation of grammar/engine/types.ts and the
 * slots of `Found`. `means` returns null to reject the match.
 */
export interface SentenceRule<Meaning> {
  say: string;
  examples: string[];
  means: (found: Found, sentence: Sentence) => Meaning | null;
}

const maxWordsOfThing = 14;

/** Returns what the first rule that matches the whole sentence means. */
export type SentenceReader<Meaning> = (sentence: Sentence) => Meaning | null;

interface Variant<Meaning> {
  order: number;
  steps: Step[];
  means: SentenceRule<Meaning>["means"];
}

/** Rules are indexed at the first sentence: most words of a text begin none. */
export function createSentenceReader<Meaning>(
  rules: readonly SentenceRule<Meaning>[],
): SentenceReader<Meaning> {
  let index: ReturnType<typeof indexRules<Meaning>> | undefined;
  return (sentence) => {
    index ??= indexRules(rules);
    const { tokens } = sentence.reading;
    const said = tokens.slice(sentence.from, sentence.to).map(({ word }) => word);
    const later = new Set(said.slice(1));
    const variants = [
      ...(index.byFirstWord.get(said[0]!) ?? []),
      ...[...later].flatMap((word) => index!.byLaterWord.get(word) ?? []),
    ].toSorted((one, other) => one.order - other.order);
    for (const { steps, means } of variants) {
      const found = match(steps, 0, sentence, sentence.from);
      const meaning = found && means(found, sentence);
      if (meaning) return meaning;
    }
    return null;
  };
}

/** Each pattern has a word, which a sentence must have to match. */
function indexRules<Meaning>(rules: readonly SentenceRule<Meaning>[]) {
  const byFirstWord = new Map<string, Variant<Meaning>[]>();
  const byLaterWord = new Map<string, Variant<Meaning>[]>();
  let order = 0;
  for (const { say, means } of rules) {
    for (const steps of expandPattern(say)) {
      const variant = { order, steps, means };
      order += 1;
      const at = steps.findIndex((step) => "words" in step);
      const step = steps[at]!;
      const lists = at === 0 ? byFirstWord : byLaterWord;
      if ("words" in step) for (const word of step.words) append(lists, word, variant);
    }
  }
  return { byFirstWord, byLaterWord };
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Matches a `thing` that is as short as the rest of the pattern allows. */
function match(steps: Step[], index: number, sentence: Sentence, at: number): Found | null {
  const step = steps[index];
  if (!step) return at === sentence.to ? {} : null;
  if (at >= sentence.to) return null;
  if ("words" in step) {
    const { word } = sentence.reading.tokens[at]!;
    return step.words.has(word) ? match(steps, index + 1, sentence, at + 1) : null;
  }
  for (const { next, found } of readSlot(step.slot, sentence, at)) {
    const rest = match(steps, index + 1, sentence, next);
    if (rest) return { ...rest, ...found };
  }
  return null;
}

function* readSlot(
  slot: string,
  sentence: Sentence,
  at: number,
): Iterable<{ next: number; found: Found }> {
  const { reading, family, to } = sentence;
  if (slot === "thing") {
    for (let next = at + 1; next <= Math.min(to, at + maxWordsOfThing); next += 1)
      yield { next, found: { thing: { from: at, to: next } } };
  } else if (slot === "when") {
    const when = phraseAt(reading, at);
    if (when) yield { next: when.to, found: { when } };
  } else if (slot === "duration") {
    const length = reading.scan.readers.duration(reading.scan, at);
    if (length) yield { next: length.next, found: { duration: length.value } };
  } else if (slot === "past") {
    const past = readPastDays(reading.tokens, at, sentence.today, sentence.weekStart);
    if (past) yield { next: past.next, found: { past: past.days } };
  } else {
    const person = readPerson(reading.tokens, at, family);
    if (person) yield { next: person.next, found: { who: person.name } };
  }
}

/** Finds the phrase of "Friday", "on Friday" and "to Friday". */
function phraseAt({ tokens, timeAt }: Reading, at: number): TimePhrase | null {
  if (timeAt[at]?.from === at) return timeAt[at];
  const next = timeAt[at + 1];
  return next?.from === at + 1 && leadingWords.has(tokens[at]!.word) ? next : null;
}

const leadingWords = new Set(["to", "2", "till", "until", "for", "on", "at", "by"]);
