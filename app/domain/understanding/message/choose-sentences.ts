import { askingVerbs, feelingWords, finiteVerbs, subjectPronouns } from "../lexicon/letters.ts";
import type { Reading } from "../resolve/reading.ts";
import { isBookedFor } from "./appointments.ts";
import { withoutStory } from "./clauses.ts";
import { hintAt, isPast, type Rank, rankOf } from "./rank-sentence.ts";
import type { Sentence } from "./sentences.ts";
import { isUntimedWish } from "./wishes.ts";

/**
 * Returns the sentences of a message that ask for something, else those with a time, else the
 * first.
 */
export function chooseSentences(reading: Reading, sentences: Sentence[]): Sentence[] {
  const ranked = sentences.map((sentence) => ({
    sentence,
    rank: rankWithStory(reading, sentence),
  }));
  const withRank = (...ranks: Rank[]) => ranked.filter(({ rank }) => ranks.includes(rank));
  // "Dentist on Friday at 3. Bring the card." starts with what it is about.
  const isNamed = ranked[0]?.rank === "names";
  if (isListOfOrders(reading, ranked)) return sentences;
  const asking = withoutHints(
    reading,
    withRank("asks").length > 0 && !isNamed
      ? withListed(reading, ranked)
      : withRank("asks", "names"),
    isNamed,
  );
  const told = withRank("has time");
  const booked = told.filter(({ sentence: { from, to } }) =>
    isBookedFor(reading.tokens.slice(from, to)),
  );
  const timed = booked.length > 0 ? booked : told;
  // "Students should wear their uniform. Order forms are due on Monday."
  const due = asking.every(({ sentence }) => isHintOnly(reading, sentence))
    ? timed.filter(({ sentence }) => isDue(reading, sentence))
    : [];
  const rest = isTelling(reading, sentences) ? ranked.slice(0, 1) : ranked;
  const dated =
    rest === ranked
      ? []
      : ranked.filter(({ sentence }) => mayComeTrue(reading, sentence)).slice(0, 1);
  const chosen = [due, asking, timed, dated].find((some) => some.length > 0) ?? rest;
  return chosen.map(({ sentence }) => withoutStory(reading, sentence));
}

function isHintOnly({ tokens, timeAt }: Reading, { from, to }: Sentence): boolean {
  return (
    hintAt(tokens.slice(from, to)) !== null &&
    !timeAt.slice(from, to).some((time) => time?.role === "due")
  );
}

function isDue({ timeAt }: Reading, { from, to }: Sentence): boolean {
  return timeAt
    .slice(from, to)
    .some((time) => time?.role === "due" && time.cue?.type === "deadline");
}

/** "Buy goggles for Theo; Zoe to the dentist at 4": a semicolon lists. */
function withListed<Ranked extends { sentence: Sentence; rank: Rank }>(
  { tokens }: Reading,
  ranked: Ranked[],
): Ranked[] {
  return ranked.filter(
    ({ sentence: { from }, rank }) =>
      rank === "asks" || (["names", "has time"].includes(rank) && tokens[from - 1]?.word === ";"),
  );
}

/**
 * "Do taxes. Clean the garage. Haircut?", "Mail bills today. Haircut Thurs 9:30.": short orders and
 * a thing or two.
 */
function isListOfOrders(
  { tokens, timeAt }: Reading,
  ranked: { sentence: Sentence; rank: Rank }[],
): boolean {
  const words = ({ from, to }: Sentence) =>
    tokens.slice(from, to).filter(({ type }) => type === "word");
  const isThing = ({ sentence }: { sentence: Sentence }) =>
    words(sentence).length < 4 &&
    !words(sentence).some(
      ({ word }) => finiteVerbs.has(word) || feelingWords.has(word) || subjectPronouns.has(word),
    ) &&
    !isPast(words(sentence));
  const orders = ranked.filter(({ rank }) => rank === "asks");
  const isDated = ({ sentence: { from, to }, rank }: { sentence: Sentence; rank: Rank }) =>
    rank === "names" &&
    to - from < 8 &&
    timeAt.slice(from, to).some((time) => time?.role === "due" && time.when.day);
  return (
    ranked.length > 1 &&
    ranked[0]!.rank === "asks" &&
    ranked.every(
      (each) =>
        words(each.sentence).length < 8 &&
        (each.rank === "asks" || (orders.length > 1 && isThing(each)) || isDated(each)),
    )
  );
}

/** "Can I come by tomorrow at 5?" asks for nothing, but has a time. */
function mayComeTrue({ tokens, timeAt }: Reading, { from, to }: Sentence): boolean {
  const isTimed = timeAt.slice(from, to).some((time) => time?.role === "due" && time.when.clock);
  const isAsked = tokens
    .slice(from, to)
    .some(
      ({ word }, at) =>
        askingVerbs.has(word) && ["i", "we"].includes(tokens[from + at + 1]?.word ?? ""),
    );
  return isTimed && (isAsked || !isPast(tokens.slice(from, to)));
}

/** "They come on Monday instead, so put the bins out" tells, and then asks. */
function rankWithStory(reading: Reading, sentence: Sentence): Rank {
  const rank = rankOf(reading, sentence);
  if (rank === "asks") return rank;
  const { from, to } = withoutStory(reading, sentence);
  return from > sentence.from && rankOf(reading, { from, to }) === "asks" ? "asks" : rank;
}

/** "Children should bring a lunch" gives way to "Please return the form by Friday". */
function withoutHints<Asking extends { sentence: Sentence }>(
  reading: Reading,
  asking: Asking[],
  isNamed: boolean,
): Asking[] {
  const isTimed = ({ from, to }: Sentence) =>
    reading.timeAt.slice(from, to).some((time) => time?.role === "due");
  const isHint = ({ sentence: { from, to } }: Asking) => {
    if (isUntimedWish(reading, { from, to })) return true;
    // "A towel for tomorrow. Also the sitter needs to be paid."
    if (isNamed && isPassive(reading.tokens.slice(from, to))) return false;
    const hint = hintAt(reading.tokens.slice(from, to));
    return hint !== null && !isTimed({ from: from + hint, to });
  };
  const others = asking.filter((each) => !isHint(each));
  return others.some(({ sentence }) => isTimed(sentence)) ? others : asking;
}

/** "The sitter needs to be paid". */
function isPassive(tokens: Reading["tokens"]): boolean {
  return tokens.some(({ word }, at) => word === "to" && tokens[at + 1]?.word === "be" && at > 0);
}

/** "Milk. Eggs." tells nothing. */
function isTelling({ tokens }: Reading, sentences: Sentence[]): boolean {
  return sentences.every(
    ({ from, to }) => tokens.slice(from, to).filter(({ type }) => type === "word").length > 2,
  );
}
