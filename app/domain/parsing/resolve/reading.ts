import type { Scan } from "../grammar/engine/reader.ts";
import { scanOf } from "../grammar/grammar.ts";
import type { Doers, FamilyName, Span, TimePhrase, Token } from "../types.ts";
import { type Choice, chooseTime } from "./choose.ts";
import { findTimePhrases } from "./find-phrases.ts";

/** What stands for all parts of one request. */
export interface Setting {
  text: string;
  timeZone: string;
  now: string;
  familyMembers: FamilyName[];
  names: ReadonlySet<string>;
  doers: Doers;
}

/** A text, or the part of one that asks for one task, with all that it says about time. */
export interface Reading {
  tokens: Token[];
  said: Span;
  /** The phrase about time that each token stands in. */
  timeAt: (TimePhrase | undefined)[];
  scan: Scan;
  choice: Choice | null;
}

export function readingOf(setting: Setting, tokens: Token[], said: Span): Reading {
  const scan = scanOf(tokens, setting.names, setting.doers);
  const phrases = findTimePhrases(scan);
  const timeAt: Reading["timeAt"] = Array.from({ length: tokens.length });
  for (const phrase of phrases) timeAt.fill(phrase, phrase.from, phrase.to);
  return { tokens, said, timeAt, scan, choice: chooseTime(scan, phrases) };
}

export function wordsOf(tokens: Token[], { from, to }: TimePhrase): Span {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}
