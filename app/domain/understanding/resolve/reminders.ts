import type { Scan } from "../grammar/engine/types.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Duration, TimePhrase, Token, When } from "../types.ts";

/** When to remind: at a time of its own, some time before the due time, or at the due time. */
export type Reminder =
  | { type: "at"; when: When }
  | { type: "before"; duration: Duration; when: When }
  | { type: "due" };

/**
 * True after words that make a time the reminder's: "remind me at 5 to", "with a reminder at 5".
 */
export function isReminderTime({ tokens }: Scan, { from, when }: TimePhrase): boolean {
  if (!when.clock && when.afterMinutes === undefined) return false;
  return followsReminder(tokens, from);
}

/** "Remind me on Monday to". */
export function isReminderDay({ tokens }: Scan, { from, to, when }: TimePhrase): boolean {
  return (
    when.day !== undefined &&
    !when.clock &&
    tokens[to]?.word === "to" &&
    followsReminder(tokens, from)
  );
}

function followsReminder(tokens: Token[], from: number): boolean {
  let at = from - 1;
  while (at >= 0 && politeWords.has(tokens[at]!.word)) at -= 1;
  const [verb, word] = [tokens[at - 1]?.word ?? "", tokens[at]?.word ?? ""];
  return word === "reminder" || (["me", "us"].includes(word) && remindingVerbs.has(verb));
}

/** "Remind me to call at 5" reminds at that very time; "remind me on Friday" names only a day. */
export function asksForReminder({ tokens }: Scan): boolean {
  return tokens.some(
    ({ word }, at) => remindingVerbs.has(word) && ["me", "us"].includes(tokens[at + 1]?.word ?? ""),
  );
}

/** Also removes "and remind me" before a reminder's time from the title. */
export function withReminderWords({ tokens }: Scan, phrase: TimePhrase): TimePhrase {
  let from = phrase.from;
  while (from > 0 && reminderWords.has(tokens[from - 1]!.word)) from -= 1;
  return from > 0 ? { ...phrase, from } : phrase;
}

const remindingVerbs = wordSet("remind ping alert notify nudge");
const politeWords = wordSet("please again just also at for pls");
const reminderWords =
  wordSet(`and , ; . - please also pls can could you remind ping alert notify nudge me us with a an reminder alert notification
  set just but`);
