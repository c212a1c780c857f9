import { monthNumbers } from "../lexicon/calendar.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { findListItems } from "../split/lists/list-items.ts";
import type { Token } from "../types.ts";

/** The tokens of a sentence, from `from` up to but not including `to`, with its final mark. */
export interface Sentence {
  from: number;
  to: number;
}

export function findSentences(
  text: string,
  { tokens, scan }: Reading,
  isFrame: boolean[],
): Sentence[] {
  const items = findListItems(text, scan);
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const isFrameEdge = isFrame[at] !== isFrame[at + 1];
    const isBeforeItem = items.get(at + 1)?.isMarked && !tokens[at + 1]!.startsLine;
    const isEnd = isBeforeItem || endsSentence(tokens, at, from) || endsLine(text, tokens, at);
    if (!isFrameEdge && !isEnd && at < tokens.length - 1) continue;
    if (!isFrame[at] && tokens.slice(from, at + 1).some(({ type }) => type !== "symbol"))
      sentences.push({ from, to: at + 1 });
    from = at + 1;
  }
  return sentences;
}

function endsSentence(tokens: Token[], at: number, from: number): boolean {
  const { word } = tokens[at]!;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if ((word === "(" || word === ")") && before?.word === ":" && tokens[at]!.isAttached) return true;
  // "Ins. card to the doctor" is one sentence.
  if (word === "." && at === from + 1 && /^\p{Ll}/u.test(after?.text ?? "")) return false;
  // "School.org/form?class=2" is one address.
  if (word === "?" && after?.isAttached && after.type !== "symbol") return false;
  if (word === "!" || word === "?" || word === ";" || word === "…") return true;
  return word === "." && !isWithinSentence(tokens, at);
}

/** "Dr. May", "K. Brandt", "24.12. at 9", "22. May", "Dec. 5", "school.org". */
function isWithinSentence(tokens: Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (!before || !after) return false;
  if (after.isAttached && after.type !== "symbol") return true;
  const isLetter = before.type === "word" && before.text.length === 1;
  const isInitial = isLetter && (/\p{Lu}/u.test(before.text) || after.type === "number");
  const endsDate = before.type === "number" && tokens[at - 2]?.word === "." && !startsName(after);
  const isDate = endsDate || (before.type === "number" && after.word in monthNumbers);
  const isMonth = before.word in monthNumbers && before.text.length <= 4 && after.type === "number";
  // The "st" of "the 21st. RSVP".
  const isSuffix = before.isAttached && tokens[at - 2]?.type === "number";
  return isInitial || isDate || isMonth || (abbreviations.has(before.word) && !isSuffix);
}

/** "Until 21.05. The postman". */
function startsName({ text, word }: Token): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text) && !(word in monthNumbers);
}

const abbreviations = wordSet(
  "dr mr mrs ms mme prof st sr jr vs approx tel ext apt dept no nr pp pg pt vol ch",
);

/**
 * A line ends a sentence if the next one starts with a capital: "…about the trip and ask\nwhether
 * they…" goes on.
 */
function endsLine(text: string, tokens: Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (!next || !/[\n\r]/.test(text.slice(tokens[at]!.end, next.start))) return false;
  return /^[\p{Lu}\d[(]/u.test(next.text);
}
