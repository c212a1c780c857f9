import { createReader } from "../grammar/engine/reader.ts";
import type { Scan } from "../grammar/engine/types.ts";
import { startScan } from "../grammar/grammar.ts";
import { readAssignee } from "../grammar/terminals/assignee.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { giftWords, givingVerbs } from "../lexicon/giving.ts";
import type { AssigneeNames, Token } from "../types.ts";
import { assignmentRules, trailingAssignmentRules } from "./assignment-rules.ts";

export const readAssignment = createReader(assignmentRules);

const readTrailingAssignment = createReader(trailingAssignmentRules);
const maxTrailingTokens = 8;

export interface Assignment {
  assignee: string;
  task: Token[];
}

/** Finds who a request without filler words is assigned to. */
export function findAssignment(tokens: Token[], assigneeNames: AssigneeNames): Assignment | null {
  if (assigneeNames.size === 0 || tokens.length === 0) return null;
  const scan = startScan(tokens, new Set(), assigneeNames);
  const leading = readAssignment(scan, 0);
  if (leading && leading.next < tokens.length)
    return { assignee: leading.value, task: tokens.slice(leading.next) };
  for (let at = Math.max(1, tokens.length - maxTrailingTokens); at < tokens.length; at += 1) {
    const trailing = readTrailingAssignment(scan, at);
    if (trailing?.next === tokens.length)
      return { assignee: trailing.value, task: tokens.slice(0, at) };
  }
  const assignee = findBeneficiary(scan);
  return assignee === null ? null : { assignee, task: tokens };
}

/**
 * "Dentist for Dan" is Dan's task; "bake a cake for Dan" and "a card for Dan's birthday" are not.
 */
function findBeneficiary(scan: Scan): string | null {
  const { tokens } = scan;
  if (givingVerbs.has(tokens[0]!.word) || tokens.some(({ word }) => giftWords.has(word)))
    return null;
  for (const [at, { word }] of tokens.entries()) {
    const match = word === "for" && at > 0 && tokens[at + 1] ? readAssignee(scan, at + 1) : null;
    if (match && endsPhrase(tokens[match.next]) && !isCaredFor(scan, match.value))
      return match.value;
  }
  return null;
}

function isCaredFor({ assigneeNames }: Scan, name: string): boolean {
  const all = [...assigneeNames.values()].flat();
  return all.some((one) => one.name === name && one.isCaredFor);
}

function endsPhrase(next: Token | undefined): boolean {
  if (!next || (next.type === "symbol" && next.word !== "&" && next.word !== "/")) return true;
  return connectingWords.has(next.word) && next.word !== "and" && next.word !== "or";
}
