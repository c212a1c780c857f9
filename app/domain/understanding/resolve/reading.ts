import type { ListKind, Scan } from "../grammar/engine/types.ts";
import { startScan } from "../grammar/grammar.ts";
import type { AssigneeNames, Day, Span, TimePhrase, Token, UserRequest } from "../types.ts";
import { type Choice, chooseTime } from "./choose.ts";
import { findTimePhrases } from "./find-phrases.ts";

export interface ParseContext extends UserRequest {
  names: ReadonlySet<string>;
  assigneeNames: AssigneeNames;
  /** Everyone who may be told to do something, if that is more people. */
  doerNames?: AssigneeNames;
  /** The tokens of a heading that says what the request is about: "for grandma". */
  topic?: Token[];
  /** The text around the request in its message. */
  message?: { tokens: Token[]; description: string | null; isSure: boolean };
  /** The text names goods for the shopping list. */
  isShopping?: boolean;
  /** A day from earlier in the text, for a request that names only a time. */
  maybeOn?: Day | undefined;
}

export interface Reading {
  tokens: Token[];
  span: Span;
  timeAt: (TimePhrase | undefined)[];
  /** For each token, the first one from there that belongs to a time; Infinity if there is none. */
  nextTimeAt: number[];
  scan: Scan;
  choice: Choice | null;
  /** Days that are past, impossible or unreadable. */
  unusable: TimePhrase[];
}

export function readTokens(
  context: ParseContext,
  tokens: Token[],
  span: Span,
  list: ListKind | null = null,
): Reading {
  const scan = startScan(tokens, context.names, context.assigneeNames, list, context.weekStart);
  const { phrases, unusable } = findTimePhrases(scan);
  const timeAt: Reading["timeAt"] = Array.from({ length: tokens.length });
  for (const phrase of phrases) timeAt.fill(phrase, phrase.from, phrase.to);
  const nextTimeAt = Array.from<number>({ length: tokens.length });
  for (let at = tokens.length - 1; at >= 0; at -= 1)
    nextTimeAt[at] = timeAt[at] ? at : (nextTimeAt[at + 1] ?? Infinity);
  return {
    tokens,
    span,
    timeAt,
    nextTimeAt,
    scan,
    choice: chooseTime(scan, usableOf(phrases, unusable)),
    unusable,
  };
}

export function spanOf(tokens: Token[], { from, to }: TimePhrase): Span {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}

/** "Yesterday at 4" is not today at 4. */
function usableOf(phrases: TimePhrase[], unusable: TimePhrase[]): TimePhrase[] {
  if (unusable.length === 0) return phrases;
  if (unusable.some(({ when }) => when.blocks === "all")) return [];
  return phrases.filter(({ when }) => when.day !== undefined || when.afterMinutes !== undefined);
}
