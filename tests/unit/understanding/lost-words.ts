import { assignmentRules } from "#app/domain/understanding/assignee/assignment-rules.ts";
import { listHeadingWords } from "#app/domain/understanding/lexicon/letters.ts";
import { findFrame } from "#app/domain/understanding/message/frame.ts";
import type { ParsedText } from "#app/domain/understanding/parse-requests.ts";
import { separatorRules } from "#app/domain/understanding/split/boundaries.ts";
import { closingRules } from "#app/domain/understanding/title/filler-words/closings.ts";
import { hesitationRules } from "#app/domain/understanding/title/filler-words/hesitations.ts";
import { openingRules } from "#app/domain/understanding/title/filler-words/openings.ts";
import { correctSpelling } from "#app/domain/understanding/tokenize/spelling.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";

/** Words of a text that are in no task, are no talk, and are not named as unused. */
export function findLost(text: string, { tasks, unused }: ParsedText): string[] {
  const tokens = correctSpelling(tokenize(text), new Set());
  const isFrame = findFrame(text, tokens);
  const spans = tasks.flatMap(({ dueWords, notUnderstood }) => [...dueWords, ...notUnderstood]);
  const written = tasks.flatMap(({ title, description, who }) => [
    title,
    description ?? "",
    who ?? "",
  ]);
  const known = new Set([...written, ...unused].flatMap(wordsIn));
  return tokens
    .filter(({ type, text: said, word, start, end }, at) => {
      const isDated = spans.some((span) => span.start <= start && end <= span.end);
      const isKnown = known.has(word) || known.has(said.toLowerCase()) || talk.has(word);
      return type === "word" && word.length > 2 && !isFrame[at] && !isDated && !isKnown;
    })
    .map(({ word }) => word);
}

const wordsIn = (text: string) => tokenize(text).map(({ word }) => word);

const rules = [
  ...openingRules,
  ...closingRules,
  ...hesitationRules,
  ...separatorRules,
  ...assignmentRules,
];
/** They point at a day, join parts, or stay with a verb that a date took away: "term begins on". */
const pointers =
  "day same both with next week weekend begins begin starts start happens takes place will while thinking number abt";
const talk = new Set([
  ...rules.flatMap(({ say }) => say.split(/[^\p{L}'’]+/u)),
  ...listHeadingWords,
  ...pointers.split(" "),
]);
