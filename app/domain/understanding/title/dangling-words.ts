import { numberedThings } from "../lexicon/amounts.ts";
import { connectingWords, lookingVerbs } from "../lexicon/connecting.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TimePhrase, Token } from "../types.ts";

/**
 * Also removes words that would be left dangling: the verb of "the recital is on Friday", the
 * parentheses of "Dinner (7pm)".
 */
export function removePhrase(tokens: Token[], phrase: TimePhrase): Token[] {
  const { from, to } = phrase;
  const before = tokens.slice(0, from);
  const after = tokens.slice(to);
  removeDanglingVerb(before, after, phrase);
  if (formsOfBe.has(tokens[from]!.word)) removePronoun(before);
  // "Return the books, they're due Thursday".
  if (before.length > 2 && before.at(-1)!.word === "they're") removePronoun(before);
  if (before.at(-1)?.word === "(" && after[0]?.word === ")") {
    before.pop();
    after.shift();
  }
  const isBetweenDashes = before.at(-1)?.word === "-" && after[0]?.word === "-";
  if (isBetweenDashes || (isComma(before.at(-1)) && isComma(after[0]))) after.shift();
  if (isComma(before.at(-1))) before.pop();
  const isLast = !after[0] || (after[0].type === "symbol" && after[0].word !== "(");
  if (
    isLast &&
    before.length > 2 &&
    allWords.has(before.at(-1)!.word) &&
    before.at(-2)!.type === "symbol"
  )
    before.pop();
  const ownVerbs = before.at(-1)?.word === "by" ? visitVerbs : lookingVerbs;
  const isOfVerb =
    ["by", "at"].includes(before.at(-1)?.word ?? "") && ownVerbs.has(before.at(-2)?.word ?? "");
  const isForBoth =
    before.at(-1)?.word === "both" &&
    ["for", "with", "of", "to"].includes(before.at(-2)?.word ?? "");
  const isBoth = before.at(-1)?.word === "both";
  const isDangling =
    isLast && before.length > (isBoth ? 2 : 1) && danglingPrepositions.has(before.at(-1)!.word);
  // "Read chapter 4 on Friday", "chapters 3 and 4".
  const label = before.at(-2)?.word ?? "";
  const isFour =
    danglingPrepositions.has(label) ||
    numberedThings.has(label) ||
    before.at(-3)?.type === "number";
  const isFor =
    isLast &&
    before.length > 1 &&
    before.at(-1)!.text === "4" &&
    !isFour &&
    phrase.when.day !== undefined;
  // "Add call the bank to tomorrow".
  const isAdded =
    isLast && before.at(-1)?.word === "to" && before.slice(0, 3).some(({ word }) => word === "add");
  if ((isDangling && !isOfVerb && !isForBoth) || isFor || isAdded) before.pop();
  return [...before, ...after];
}

const visitVerbs = wordSet("stop drop swing come pop");
const formsOfBe = wordSet("is are was 's");
/** "Swim bag, snack, cleats - all for tomorrow". */
const allWords = wordSet("all both everything");
const danglingPrepositions = wordSet("for at by the a an of both");

function removeDanglingVerb(before: Token[], after: Token[], { cue }: TimePhrase): void {
  if (before.length === 0) {
    if (after.length > 1 && ["is", "are", "'s"].includes(after[0]!.word)) after.shift();
    return;
  }
  const [secondLast = "", last = ""] = before.slice(-2).map(({ word }) => word);
  const isPair = danglingVerbPairs.has(`${secondLast} ${last}`);
  const verbs = isPair ? 2 : isDanglingVerb(before, cue !== null, after[0]) ? 1 : 0;
  if (verbs === 0 || before.length <= verbs) return;
  before.length -= verbs;
  removePronoun(before);
}

const danglingVerbPairs = new Set([
  "takes place",
  "take place",
  "will be",
  "is scheduled",
  "are scheduled",
  "is set",
  "is happening",
  "is planned",
]);

/**
 * The 's of "the recital's at 5" dangles, but not that of "dinner at mom's at 5" or "Leo's 5
 * o'clock class".
 */
function isDanglingVerb(before: Token[], hasCue: boolean, next: Token | undefined): boolean {
  const verb = before.at(-1)!.word;
  if (["late", "early", "delayed"].includes(before.at(-2)?.word ?? "")) return false;
  // "Label the shoes before school starts on Monday".
  if (before.slice(-4, -1).some(({ word }) => clauseWords.has(word))) return false;
  if (verb !== "'s") return danglingVerbs.has(verb);
  const isPossessive =
    (next?.type === "word" && !connectingWords.has(next.word)) ||
    before.slice(-4, -2).some(({ word }) => prepositionsOfPlace.has(word));
  return hasCue && !isPossessive;
}

const clauseWords = wordSet("before after until till when once because if");
const danglingVerbs = wordSet("is are was 's starts start begins begin happens expires");
const prepositionsOfPlace = wordSet("at to from by over up near visit of");

/** Removes the "it" of "Dentist, it's at 3", and the comma. */
function removePronoun(before: Token[]): void {
  if (before.length < 2 || !pronouns.has(before.at(-1)!.word)) return;
  before.pop();
  while (before.length > 1 && [",", "and", "because", "."].includes(before.at(-1)!.word))
    before.pop();
}

const pronouns = wordSet("it which that they this they're");

function isComma(token: Token | undefined): boolean {
  return token?.word === ",";
}
