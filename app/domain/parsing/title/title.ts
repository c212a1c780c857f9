import { type Assignment, findAssignment } from "../assignee/assignment.ts";
import type { AssigneeNames, TimePhrase, Token } from "../types.ts";
import { removePhrase } from "./dangling-words.ts";
import { removeFillerWords } from "./filler-words/remove.ts";
import { shorten, toOneLine, writeSentence } from "./writing.ts";

export interface TitleAndAssignment {
  title: string;
  assignment: Assignment | null;
}

/**
 * The title of a request: its text without the phrases that made the due date, without the talk around it, and without
 * the asking for somebody to do it, who is found with it.
 */
export function writeTitle(
  text: string,
  tokens: Token[],
  used: TimePhrase[],
  doers: AssigneeNames,
): TitleAndAssignment {
  const lastFirst = used.toSorted((one, other) => other.from - one.from);
  const remaining = removeFillerWords(lastFirst.reduce((rest, phrase) => removePhrase(rest, phrase), tokens));
  const assignment = findAssignment(remaining, doers);
  const title = writeSentence(text, assignment ? removeFillerWords(assignment.task) : remaining);
  return {
    title: shorten(title || writeSentence(text, removeFillerWords(tokens)) || plainText(text, tokens)),
    assignment,
  };
}

/** The title as it reads with the phrases that made the due date in it. */
export function undatedTitleOf(text: string, tokens: Token[], used: TimePhrase[], doers: AssigneeNames): string {
  const first = used.find(({ from }) => removeFillerWords(tokens)[0] === tokens[from]);
  // "Remind me on Friday to call mom": what is left begins with the day.
  const isToLeft = first && tokens[first.to]?.word === "to";
  return writeTitle(text, isToLeft ? tokens.toSpliced(first.to, 1) : tokens, [], doers).title;
}

function plainText(text: string, tokens: Token[]): string {
  return toOneLine(text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? text.length)) || "New task";
}
