import { isSentenceStart, wordAfter, wordBefore } from "../grammar/engine/place.ts";
import { rule } from "../grammar/engine/rule.ts";
import type { Place, Rule } from "../grammar/engine/types.ts";
import { isErrand, nonObjects, verbParticles } from "../lexicon/errands.ts";
import { nonTaskWords } from "../lexicon/giving.ts";
import { wordSet } from "../lexicon/word-set.ts";

/** The meaning of each rule is the assignee's name. */
export const assignmentRules: Rule<string>[] = [
  rule({
    say: "ask|tell|remind|assign {assignee} to",
    examples: ["ask Dan to", "tell my husband to"],
    means: beforeAnyTask,
  }),
  rule({
    say: "get|have {assignee} [to]",
    examples: ["have Dan", "get Dan to"],
    means: beforeErrand,
  }),
  rule({
    say: "ask {assignee} if|whether he|she|they can|could|would|will",
    examples: ["ask Dan if he can"],
    means: beforeAnyTask,
  }),
  rule({
    say: "see|check if|whether {assignee} can|could|would|will",
    examples: ["see if Dan can"],
    means: beforeAnyTask,
  }),
  rule({
    say: "[i|we] need|want {assignee} to",
    examples: ["I need Dan to"],
    means: beforeAnyTask,
  }),
  rule({ say: "i'd|we'd like {assignee} to", examples: ["I'd like Dan to"], means: beforeAnyTask }),
  rule({
    say: "{assignee} [,] can|could|would|will you [please]",
    examples: ["Dan can you"],
    means: beforeAnyTask,
  }),
  rule({
    say: "{assignee} [really] should|must|can|could|will",
    examples: ["Dan should", "Dan can"],
    means: beforeAnyTask,
  }),
  rule({
    say: "{assignee} [really] needs|has|ought to",
    examples: ["Dan needs to"],
    means: beforeAnyTask,
  }),
  rule({
    say: "{assignee} is|'s going|supposed to",
    examples: ["Dan is supposed to"],
    means: beforeAnyTask,
  }),
  rule({
    say: "can|could|would|will|should {assignee}",
    examples: ["can Dan"],
    means: beforeErrand,
  }),
  rule({ say: "[for] {assignee} to|,", examples: ["Dan to"], means: beforeErrand }),
  rule({ say: "[for] {assignee} :|-", examples: ["Dan:", "for Dan:"], means: beforeAnyTask }),
  rule({ say: "{assignee} [please|pls]", examples: [], means: beforeOrder }),
  rule({ say: "@{assignee} [to|:|,]", examples: ["@Dan"], means: beforeAnyTask }),
  rule({
    say: "[it 's] {assignee} 's turn|job to",
    examples: ["it's Dan's turn to"],
    means: beforeAnyTask,
  }),
  rule({
    say: "task|todo|reminder|job|chore for {assignee} [to|:|,|-]",
    examples: ["task for Dan:"],
    means: ({ assignee }) => assignee,
  }),
];

export const trailingAssignmentRules: Rule<string>[] = [
  rule({
    say: "[,] assign|assigned [it|this|that] to {assignee}",
    examples: ["assign to Dan"],
    means: ({ assignee }) => assignee,
  }),
  rule({ say: "( {assignee} )", examples: ["(Dan)"], means: ({ assignee }) => assignee }),
  rule({ say: "@{assignee}", examples: ["@Dan"], means: ({ assignee }) => assignee }),
];

function beforeAnyTask({ assignee }: { assignee: string }, place: Place): string | null {
  const next = nextWord(place);
  return /^\p{L}/u.test(next) && !nonTaskWords.has(next) ? assignee : null;
}

/** "Have Dan over", "get Dan to the airport" and "get Dan to work" assign nothing. */
function beforeErrand({ assignee }: { assignee: string }, place: Place): string | null {
  return isErrand(nextWord(place)) ? assignee : null;
}

/** "Dan take Zoe to gymnastics", but not "Dan pickup at 5" or "Dan book club". */
function beforeOrder({ assignee }: { assignee: string }, place: Place): string | null {
  const [verb, object] = [wordAfter(place), wordAfter(place, 2)];
  const isPlain =
    orderVerbs.has(verb) &&
    /^\p{L}/u.test(object) &&
    (!nonObjects.has(object) || verbParticles.has(object));
  return isPlain && (isSentenceStart(place) || ["and", "then"].includes(wordBefore(place)))
    ? assignee
    : null;
}

const orderVerbs = wordSet(
  "take get bring buy grab send call pay make drive fix clean feed walk pick drop",
);

function nextWord(place: Place): string {
  return politeWords.has(wordAfter(place)) ? wordAfter(place, 2) : wordAfter(place);
}

const politeWords = wordSet("please also just probably maybe really quickly");
