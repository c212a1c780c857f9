import { type Assignment, findAssignment } from "../assignee/assignment.ts";
import type { AssigneeNames, TimePhrase, Token } from "../types.ts";
import { removePhrase } from "./dangling-words.ts";
import { removeFillerWords } from "./filler-words/remove.ts";
import { shorten, toOneLine, writeSentence } from "./writing.ts";

interface Wording {
  title: string;
  assignment: Assignment | null;
}

export function writeTitle(
  text: string,
  tokens: Token[],
  removed: TimePhrase[],
  assignees: AssigneeNames,
): Wording {
  const lastFirst = removed.toSorted((one, other) => other.from - one.from);
  const undated = removeFillerWords(
    lastFirst.reduce((rest, phrase) => removePhrase(rest, phrase), tokens),
  );
  const remaining = hasDanglingVerb(tokens, removed, undated) ? undated.slice(1) : undated;
  const assignment = findAssignment(remaining, assignees);
  const title = writeSentence(text, assignment ? removeFillerWords(assignment.task) : remaining);
  const fallback = () => writeSentence(text, removeFillerWords(tokens)) || plainText(text, tokens);
  return { title: shorten(title || fallback()), assignment };
}

/** "Don't forget tomorrow is picture day" leaves an "is". */
function hasDanglingVerb(
  tokens: Token[],
  removed: TimePhrase[],
  [first, second]: Token[],
): boolean {
  if (!second || !["is", "are", "'s"].includes(first!.word)) return false;
  const at = tokens.indexOf(first!);
  return removed.some(({ to }) => to === at);
}

export function undatedTitleOf(
  text: string,
  tokens: Token[],
  removed: TimePhrase[],
  assignees: AssigneeNames,
): string {
  const first = removed.find(({ from }) => removeFillerWords(tokens)[0] === tokens[from]);
  // "Remind me on Friday to call mom" becomes "On Friday call mom".
  const isBeforeTo = first && tokens[first.to]?.word === "to";
  return writeTitle(text, isBeforeTo ? tokens.toSpliced(first.to, 1) : tokens, [], assignees).title;
}

function plainText(text: string, tokens: Token[]): string {
  return (
    toOneLine(text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? text.length)) || "New task"
  );
}
