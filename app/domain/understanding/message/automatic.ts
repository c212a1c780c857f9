import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

/** "Reply C to confirm", "text STOP to opt out", "Reply YES.", "call 555-0199 to cancel". */
export function isAutomatic(words: Token[]): boolean {
  const [first, ...said] = words.filter(({ type, word }) => type !== "symbol" && word !== "please");
  if (first && isEarlyArrival([first, ...said])) return true;
  if (!first || !["reply", "text", "press", "call"].includes(first.word)) return false;
  const to = said.findIndex(({ word }) => word === "to");
  const answer = to < 0 ? said : said.slice(0, to);
  if (to >= 0 && !automaticEnds.has(said[to + 1]?.word ?? "")) return false;
  if (answer.length > 0 && answer.every(({ type }) => type === "number"))
    return to > 0 || first.word !== "call";
  const isCode =
    automaticAnswers.has(answer[0]?.word ?? "") || /^\p{Lu}+$/u.test(answer[0]?.text ?? "");
  return answer.length === 1 && isCode;
}

/** "Please arrive 15 minutes early": the appointment is the task. */
function isEarlyArrival([verb, ...rest]: Token[]): boolean {
  if (!["arrive", "come", "check"].includes(verb!.word)) return false;
  return rest
    .slice(0, 8)
    .some(({ word }, at) => word.startsWith("min") && rest[at - 1]?.type === "number");
}

const automaticAnswers = wordSet("yes no y n 1 2 c stop confirm");
const automaticEnds = wordSet("confirm cancel stop opt unsubscribe reschedule end");
