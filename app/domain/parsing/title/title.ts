import { type Assignment, assignmentOf } from "../assignee/assignment.ts";
import type { Doers, TimePhrase, Token } from "../types.ts";
import { withoutPhrase } from "./dangling-words.ts";
import { withoutTalk } from "./filler-words/remove.ts";
import { sentence, shortened, wholeText } from "./writing.ts";

export interface Wording {
  title: string;
  assignment: Assignment | null;
}

/**
 * The title of a request: its text without the phrases that made the due date, without the talk around it, and without
 * the asking for somebody to do it, who is found with it.
 */
export function wordingOf(text: string, tokens: Token[], used: TimePhrase[], doers: Doers): Wording {
  const lastFirst = used.toSorted((one, other) => other.from - one.from);
  const remaining = withoutTalk(lastFirst.reduce((rest, phrase) => withoutPhrase(rest, phrase), tokens));
  const assignment = assignmentOf(remaining, doers);
  const title = sentence(text, assignment ? withoutTalk(assignment.task) : remaining);
  return { title: shortened(title || sentence(text, withoutTalk(tokens)) || saidIn(text, tokens)), assignment };
}

/** The title as it reads with the phrases that made the due date in it. */
export function undatedTitleOf(text: string, tokens: Token[], used: TimePhrase[], doers: Doers): string {
  const first = used.find(({ from }) => withoutTalk(tokens)[0] === tokens[from]);
  // "Remind me on Friday to call mom": what is left begins with the day.
  const isToLeft = first && tokens[first.to]?.word === "to";
  return wordingOf(text, isToLeft ? tokens.toSpliced(first.to, 1) : tokens, [], doers).title;
}

function saidIn(text: string, tokens: Token[]): string {
  return wholeText(text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? text.length)) || "New task";
}
