import type { TimePhrase } from "../phrases.ts";
import type { Token } from "../tokens.ts";
import { withoutPhrase } from "./hanging.ts";
import { withoutTalk } from "./talk-removal.ts";
import { sentence, shortened, wholeText } from "./writing.ts";

/** The title of a request: its text without the phrases that made the due date and without the talk around it. */
export function titleOf(text: string, tokens: Token[], used: TimePhrase[]): string {
  const lastFirst = used.toSorted((one, other) => other.from - one.from);
  const remaining = lastFirst.reduce((rest, phrase) => withoutPhrase(rest, phrase), tokens);
  const title = sentence(text, withoutTalk(remaining));
  return shortened(title || sentence(text, withoutTalk(tokens)) || wholeText(text) || "New task");
}
