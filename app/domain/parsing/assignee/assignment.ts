import { readerOf, type Scan } from "../grammar/engine/reader.ts";
import { scanOf } from "../grammar/grammar.ts";
import { readDoer } from "../grammar/terminals/assignee.ts";
import { CONNECTING } from "../lexicon/connecting.ts";
import { GIFTS, GIVING } from "../lexicon/giving.ts";
import type { Doers, Token } from "../types.ts";
import { ASKED_LAST_RULES, ASKING_RULES } from "./assignment-rules.ts";

/** Reads what is said before a task to give it to somebody. */
export const readAsking = readerOf(ASKING_RULES);

const readAskedLast = readerOf(ASKED_LAST_RULES);
const LONGEST_ASKED_LAST = 8;

export interface Assignment {
  assignee: string;
  /** What is to be done, without the asking. */
  task: Token[];
  /** "Ask Dan to" may ask for more than one thing, "for Dan" says whose one thing is. */
  isAsked: boolean;
}

/** Who is to do what a request asks for, which comes without its talk; null when it does not say. */
export function assignmentOf(tokens: Token[], doers: Doers): Assignment | null {
  if (doers.size === 0 || tokens.length === 0) return null;
  const scan = scanOf(tokens, new Set(), doers);
  const asked = readAsking(scan, 0);
  if (asked && asked.next < tokens.length)
    return { assignee: asked.value, task: tokens.slice(asked.next), isAsked: true };
  for (let at = Math.max(1, tokens.length - LONGEST_ASKED_LAST); at < tokens.length; at += 1) {
    const last = readAskedLast(scan, at);
    if (last?.next === tokens.length) return { assignee: last.value, task: tokens.slice(0, at), isAsked: true };
  }
  const assignee = forWhom(scan);
  return assignee === null ? null : { assignee, task: tokens, isAsked: false };
}

/** "Dentist for Dan" is his; a cake for Dan, and a card for Dan's birthday, are not. */
function forWhom(scan: Scan): string | null {
  const { tokens } = scan;
  if (GIVING.has(tokens[0]!.word) || tokens.some(({ word }) => GIFTS.has(word))) return null;
  for (const [at, { word }] of tokens.entries()) {
    const found = word === "for" && at > 0 && tokens[at + 1] ? readDoer(scan, at + 1) : null;
    if (found && isComplete(tokens[found.next])) return found.value;
  }
  return null;
}

function isComplete(next: Token | undefined): boolean {
  if (!next || (next.kind === "sign" && next.word !== "&" && next.word !== "/")) return true;
  return CONNECTING.has(next.word) && next.word !== "and" && next.word !== "or";
}
