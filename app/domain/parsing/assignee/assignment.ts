import { readerOf } from "../grammar/engine/reader.ts";
import type { Scan } from "../grammar/engine/types.ts";
import { startScan } from "../grammar/grammar.ts";
import { readAssignee } from "../grammar/terminals/assignee.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { giftWords, givingVerbs } from "../lexicon/giving.ts";
import type { AssigneeNames, Token } from "../types.ts";
import { assignmentRules, trailingAssignmentRules } from "./assignment-rules.ts";

/** Reads what is said before a task to give it to somebody. */
export const readAssignment = readerOf(assignmentRules);

const readTrailingAssignment = readerOf(trailingAssignmentRules);
const maxTrailingTokens = 8;

export interface Assignment {
  assignee: string;
  /** What is to be done, without the asking. */
  task: Token[];
  /** "Ask Dan to" may ask for more than one thing, "for Dan" says whose one thing is. */
  isAsked: boolean;
}

/** Who is to do what a request asks for, which comes without its talk; null when it does not say. */
export function findAssignment(tokens: Token[], doers: AssigneeNames): Assignment | null {
  if (doers.size === 0 || tokens.length === 0) return null;
  const scan = startScan(tokens, new Set(), doers);
  const asked = readAssignment(scan, 0);
  if (asked && asked.next < tokens.length)
    return { assignee: asked.value, task: tokens.slice(asked.next), isAsked: true };
  for (let at = Math.max(1, tokens.length - maxTrailingTokens); at < tokens.length; at += 1) {
    const last = readTrailingAssignment(scan, at);
    if (last?.next === tokens.length) return { assignee: last.value, task: tokens.slice(0, at), isAsked: true };
  }
  const assignee = forWhom(scan);
  return assignee === null ? null : { assignee, task: tokens, isAsked: false };
}

/** "Dentist for Dan" is his; a cake for Dan, and a card for Dan's birthday, are not. */
function forWhom(scan: Scan): string | null {
  const { tokens } = scan;
  if (givingVerbs.has(tokens[0]!.word) || tokens.some(({ word }) => giftWords.has(word))) return null;
  for (const [at, { word }] of tokens.entries()) {
    const found = word === "for" && at > 0 && tokens[at + 1] ? readAssignee(scan, at + 1) : null;
    if (found && isComplete(tokens[found.next])) return found.value;
  }
  return null;
}

function isComplete(next: Token | undefined): boolean {
  if (!next || (next.type === "symbol" && next.word !== "&" && next.word !== "/")) return true;
  return connectingWords.has(next.word) && next.word !== "and" && next.word !== "or";
}
