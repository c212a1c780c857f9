import { choreWords, listingVerbs, nounLikeVerbs } from "../lexicon/several/chores.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { contactVerbs, wordPairs } from "../lexicon/several/errand-pairs.ts";
import { determiners, isErrand, nonObjects, referringWords, verbParticles } from "../lexicon/errands.ts";
import { finiteVerbs, pastVerbs, reasonWords, subjectPronouns } from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { readLeadIn } from "./lead-in.ts";
import { findRequestStart, type RequestStart } from "./request-start.ts";
import { isSameRequest } from "./same-request.ts";

export function isBetweenRequests(reading: Reading, boundaries: Boundary[], index: number, start: number): boolean {
  const boundary = boundaries[index]!;
  const { at, next, separator } = boundary;
  if (isWithinTime(reading, boundary) || isWithinName(reading, boundary)) return false;
  const verbAt = readLeadIn(reading, next, reading.tokens.length).at;
  let later = index + 1;
  while (boundaries[later] && boundaries[later]!.at <= verbAt) later += 1;
  const end = boundaries[later]?.at ?? reading.tokens.length;
  const isAfterOrder =
    reading.tokens[at]!.word === "," &&
    (!nounLikeVerbs.has(reading.tokens[verbAt]?.word ?? "") || isUnlistingOrder(reading, start, at));
  const mayBeNoun = (separator === "and" || separator === "also") && !isAfterOrder;
  const second = findRequestStart(reading, next, end, mayBeNoun) ?? unknownOrder(reading, next, end);
  if (!second && separator === "then" && isShortErrand(reading, next, end))
    return (
      findRequestStart(reading, start, at, false) !== null ||
      reading.nextTimeAt[start]! < at ||
      (isShortErrand(reading, start, at) && !isPersonAt(reading, start))
    );
  if (!second && areNeedsOfTwo(reading, start, next)) return true;
  if (!second && separator === "sentence" && (isChore(reading, next, end) || isEventOf(reading, next, end)))
    return findRequestStart(reading, start, at, false)?.type === "errand";
  if (!second && isNeedOfOne(reading, next)) return isOrderOf(reading, start, at);
  if (!second && isToBeDone(reading, next, end)) return isOrderOf(reading, start, at);
  const first = second && findRequestStart(reading, start, at, false);
  const isAsked = !first && second?.type === "errand" && second.isNewRequest;
  const isOrder = !first && second?.type === "errand" && separator === "and" && reading.tokens[at]!.word !== ",";
  if (isOrder && areThings(reading, start, at) && !isAsked) return true;
  if (isAsked && (isNeed(reading, start) || (reading.tokens[at]!.word !== "," && areThings(reading, start, at))))
    return true;
  if (!first && second?.type === "errand" && unknownOrder(reading, start, at))
    return separator !== "and" || reading.tokens[at]!.word === ",";
  if (!first || first.objectAt >= at || sharesObject(reading, at)) return false;
  const left = { start: first, from: start, to: at };
  const right = { start: second, from: next, to: end };
  return !isSameRequest(reading, left, right, separator);
}

/** After "send the rent," a verb is one; after "buy wipes," it may begin the name of a thing. */
function isUnlistingOrder(reading: Reading, from: number, to: number): boolean {
  const start = findRequestStart(reading, from, to, false);
  if (start?.type !== "errand") return false;
  const [verb, next] = [reading.tokens[start.at]!.word, reading.tokens[start.at + 1]?.word ?? ""];
  return !listingVerbs.has(verb) || (verb !== "pick" && verbParticles.has(next));
}

/** "We need milk and can you call Rose". */
function isNeed({ tokens }: Reading, from: number): boolean {
  const [subject, verb] = [tokens[from]!.word, tokens[from + 1]?.word ?? ""];
  return ["i", "we"].includes(subject) && verb === "need" && tokens[from + 2]?.word !== "to";
}

/** "Milk bread butter and don't forget to call Rose". */
function areThings(reading: Reading, from: number, to: number): boolean {
  const { tokens, timeAt } = reading;
  if (readLeadIn(reading, from, to).at > from || isPersonAt(reading, to - 1)) return false;
  const isThing = (at: number) =>
    tokens[at]!.type === "word" &&
    !timeAt[at] &&
    (["and", "from", "for"].includes(tokens[at]!.word) || !notThings.some((list) => list.has(tokens[at]!.word)));
  return to - from <= maxWordsOfThing + 2 && indicesOf(from, to).every(isThing);
}

/** "Dan and I should clean the garage" asks once. */
function isPersonAt({ tokens, scan }: Reading, at: number): boolean {
  return scan.names.has(tokens[at]!.word) || kinshipWords.has(tokens[at]!.word);
}

/** "Zoe needs new shoes and Theo needs a haircut". */
function areNeedsOfTwo(reading: Reading, left: number, right: number): boolean {
  const [one, other] = [left, right].map((from) => {
    const { tokens } = reading;
    const { at } = readLeadIn(reading, from, tokens.length);
    return tokens[at] &&
      isPersonAt(reading, at) &&
      ["needs", "need", "has", "wants"].includes(tokens[at + 1]?.word ?? "")
      ? tokens[at]!.word
      : null;
  });
  return one !== null && other !== null && one !== other;
}

/** "Get new tires, and I think Zoe needs a physical", but not "tell Dan the bus is late and Zoe needs a ride". */
function isNeedOfOne(reading: Reading, from: number): boolean {
  const { tokens } = reading;
  const { at } = readLeadIn(reading, from, tokens.length);
  return tokens[at] !== undefined && isPersonAt(reading, at) && ["needs", "wants"].includes(tokens[at + 1]?.word ?? "");
}

function isOrderOf(reading: Reading, from: number, to: number): boolean {
  const start = findRequestStart(reading, from, to, false);
  return start?.type === "errand" && !contactVerbs.has(reading.tokens[start.at]!.word);
}

/** "Buy goggles; Zoe to the hairdresser at 4". */
function isEventOf({ tokens, timeAt, scan }: Reading, from: number, to: number): boolean {
  const isTimed = timeAt.slice(from, to).some((time) => time?.role === "due" && time.when.clock);
  const isTold = tokens.slice(from, to).some(({ word }) => finiteVerbs.has(word) || pastVerbs.has(word));
  return isTimed && !isTold && scan.names.has(tokens[from]!.word);
}

/** "Clean the garage. Haircut?" */
function isChore({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  const words = indicesOf(from, to).filter((at) => tokens[at]!.type === "word" && !timeAt[at]);
  return words.length > 0 && words.length < 4 && choreWords.has(tokens[words.at(-1)!]!.word);
}

/** "The bag has to be packed by 2", "grandma's glasses need picking up". */
function isToBeDone({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  if (!determiners.has(words[0]!) && words[1] !== "'s") return false;
  const at = words.findIndex((word) => ["need", "needs", "has", "have", "must"].includes(word));
  if (at < 1 || at > 6) return false;
  const [next = "", after = ""] = words.slice(at + 1);
  const isPassive = (next === "to" && after === "be") || (words[at] === "must" && next === "be");
  return isPassive || (words[at]!.startsWith("need") && /^\p{Ll}{2,}(?:ing|ed)$/u.test(next));
}

/** "… then groceries": a place or a thing names the errand. */
function isShortErrand({ tokens, timeAt, scan }: Reading, from: number, to: number): boolean {
  const words = indicesOf(from, to).filter((at) => !timeAt[at] && tokens[at]!.type !== "symbol");
  const first = tokens[words[0] ?? -1];
  const most = ["the", "my", "our"].includes(first?.word ?? "") ? 2 * maxWordsOfThing : maxWordsOfThing;
  if (!first || words.length > most || first.type !== "word") return false;
  // "Then Zoe" shares the verb before it, "then Zoe ballet" does not.
  if (scan.names.has(first.word) && words.length < 2) return false;
  const isTold = words.some((at) => finiteVerbs.has(tokens[at]!.word) || subjectPronouns.has(tokens[at]!.word));
  return !isTold && !notThings.some((list) => list.has(first.word));
}

const maxWordsOfThing = 4;
const notThings = [connectingWords, nonObjects, finiteVerbs, pastVerbs, subjectPronouns, referringWords];

function indicesOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** "Rake the yard and bag the leaves". */
function unknownOrder(reading: Reading, from: number, to: number): RequestStart | null {
  const { at, ...leadIn } = readLeadIn(reading, from, to);
  return isUnknownOrder(reading, at, to) ? { type: "errand", objectAt: at + 1, at, ...leadIn } : null;
}

/** "Vaccuum the car": before an article, a word that nobody knows is a verb. */
export function isUnknownOrder({ tokens, timeAt, scan }: Reading, from: number, to: number): boolean {
  const [verb, article] = [tokens[from], tokens[from + 1]];
  if (from + 2 >= to || verb?.type !== "word" || timeAt[from] || !["the", "my", "our"].includes(article?.word ?? ""))
    return false;
  const isKnown = scan.names.has(verb.word) || notVerbs.some((list) => list.has(verb.word));
  return (
    !isKnown &&
    !tokens.slice(from, to).some(({ word }, at) => at !== 2 && (finiteVerbs.has(word) || pastVerbs.has(word)))
  );
}

const notVerbs = [connectingWords, nonObjects, finiteVerbs, pastVerbs, subjectPronouns, referringWords, reasonWords];

/** "Feed the cat and wash | and fold the laundry". */
function sharesObject({ tokens }: Reading, at: number): boolean {
  return (
    tokens[at]!.word !== "," && isErrand(tokens[at - 1]!.word) && ["and", "&", ","].includes(tokens[at - 2]?.word ?? "")
  );
}

/** "Between 2 and 4", "on Monday and Wednesday". */
function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at && time.when.exceedsDueDate === true;
}

/** "Stop and Shop", "show and tell". */
export function isWithinName({ tokens }: Reading, { at, next, separator }: Boundary): boolean {
  const [before, after] = [tokens[next - 1]!, tokens[next]];
  if (separator !== "and" || before.text.toLowerCase() !== "and") return false;
  if (wordPairs.has(`${tokens[at - 1]!.word} ${after?.word}`)) return true;
  return isErrand(after?.word ?? "") && /^\p{Lu}\p{Ll}/u.test(after!.text);
}
