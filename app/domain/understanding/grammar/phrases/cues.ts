import { monthNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { subjectPronouns } from "#app/domain/understanding/lexicon/letters.ts";
import { movingVerbs } from "#app/domain/understanding/lexicon/several/errand-pairs.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Cue, Need } from "#app/domain/understanding/types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { readHoliday } from "../terminals/holidays.ts";

const anyNeed: readonly Need[] = ["hour cue", "day cue", "month cue"];

export const cueRules: Rule<Cue>[] = [
  rule({ say: "before|until|till|til", examples: ["before"], means: deadline }),
  rule({
    say: "by",
    examples: ["by"],
    means: (_, place) => (visitVerbs.has(wordBefore(place)) || isSize(place) ? null : deadline()),
  }),
  rule({ say: "by|before like|about|around|maybe", examples: ["by about"], means: deadline }),
  rule({ say: "no|not later than", examples: ["no later than"], means: deadline }),
  rule({
    say: "no|not earlier|sooner than",
    examples: ["no earlier than"],
    means: () => plain(...anyNeed),
  }),
  rule({ say: "the latest by|on|at", examples: ["the latest on"], means: deadline }),
  rule({ say: "at the latest by|on|at", examples: ["at the latest by"], means: deadline }),
  rule({ say: "latest by", examples: ["latest by"], means: deadline }),
  rule({
    say: "latest [on]",
    examples: ["latest"],
    means: (_, place) =>
      ["the", "my", "your", "our"].includes(wordBefore(place)) ? null : deadline(),
  }),
  rule({ say: "last date|chance [is|:|-]", examples: ["last date"], means: deadline }),
  rule({
    say: "within [the]",
    examples: [],
    means: (_, place) =>
      ["st", "nd", "rd", "th"].includes(wordAfter(place, 2)) ? deadline() : null,
  }),
  rule({ say: "anytime|sometime before", examples: ["anytime before"], means: deadline }),
  rule({
    say: "[is|are|'s|was] due [back] [on|by|at|before]",
    examples: ["due", "is due on"],
    means: deadline,
  }),
  rule({
    say: "[is|are|'s|was] due [back] in",
    examples: [],
    means: (_, place) => (wordAfter(place) in monthNumbers ? deadline() : null),
  }),
  rule({
    say: "[with] [a|the] deadline [is|of|on|:]",
    examples: ["deadline"],
    means: (_, place) => (isOfSomething(place) ? null : deadline()),
  }),
  rule({
    say: "at|@|around|about|approximately",
    examples: ["at", "@"],
    means: () => plain("hour cue"),
  }),
  rule({ say: "say|maybe [at|around|about]", examples: [], means: (_, place) => isRoughly(place) }),
  rule({
    say: "at around|about|like|approximately|exactly|roughly",
    examples: ["at about"],
    means: () => plain("hour cue"),
  }),
  rule({
    say: "[on] [the] same|that day at|@|around",
    examples: ["the same day at"],
    means: () => plain("hour cue"),
  }),
  rule({
    say: "at the",
    examples: [],
    means: (_, { scan, to }) => (scan.tokens[to]?.type === "number" ? plain("hour cue") : null),
  }),
  rule({
    say: "on",
    examples: ["on"],
    means: (_, place) =>
      wordsAfterParticle.has(wordAfter(place)) || wearingVerbs.has(wordBefore(place))
        ? null
        : plain("day cue"),
  }),
  rule({
    say: "am",
    examples: [],
    means: (_, { scan, to }) => (/^\d/.test(scan.tokens[to]?.text ?? "") ? plain("day cue") : null),
  }),
  rule({
    say: "over|during",
    examples: [],
    means: (_, place) => (isWhile(place) ? plain("day cue") : null),
  }),
  rule({ say: "on or|and before|around|about", examples: ["on or before"], means: deadline }),
  rule({
    say: "in [early|late]",
    examples: [],
    means: (_, place) => (wordAfter(place) in monthNumbers ? plain("month cue") : null),
  }),
  rule({ say: "this", examples: ["this"], means: () => plain("day cue") }),
  rule({
    say: "after|past|from|starting|beginning [at|on|in|from]",
    examples: ["after", "starting on"],
    means: () => plain(...anyNeed),
  }),
  rule({
    say: "at some point [on|in|during]",
    examples: ["at some point"],
    means: () => plain(...anyNeed),
  }),
  rule({ say: "as of", examples: ["as of"], means: () => plain(...anyNeed) }),
  rule({
    say: "sometime|anytime [on|in|at|around|during]",
    examples: ["sometime"],
    means: () => plain(...anyNeed),
  }),
  rule({
    say: "some|any time [on|in|at|around|during]",
    examples: ["some time"],
    means: () => plain(...anyNeed),
  }),
  rule({
    say: "for",
    examples: ["for"],
    means: (_, place) => ({
      type: "purpose",
      confirms: alarmWords.has(wordBefore(place)) ? anyNeed : ["day cue"],
    }),
  }),
  rule({
    say: "in time for",
    examples: ["in time for"],
    means: () => ({ type: "purpose", confirms: ["day cue"] }),
  }),
  rule({
    say: "in|to",
    examples: [],
    means: (_, place) => (isOnClock(place) ? plain("hour cue") : null),
  }),
  rule({
    say: "to",
    examples: [],
    means: (_, place) => (isMoved(place) ? deadline() : null),
  }),
];

function deadline(): Cue {
  return { type: "deadline", confirms: anyNeed };
}

function plain(...confirms: Need[]): Cue {
  return { type: "plain", confirms };
}

/** "On the twenty first, say six thirty". */
function isRoughly(place: Place): Cue | null {
  const before = wordBefore(place);
  return place.from > 1 && !subjectPronouns.has(before) && !["'s", "lets"].includes(before)
    ? plain("hour cue")
    : null;
}

/** "Move the dentist to Friday": only after such a verb does "to" introduce a time. */
function isMoved({ scan, from }: Place): boolean {
  return scan.tokens.slice(Math.max(0, from - 8), from).some(({ word }) => movingVerbs.has(word));
}

/** "To 9:30 o'clock", "in 8 Uhr". */
function isOnClock(place: Place): boolean {
  const last = wordAfter(place, 2) === ":" ? 4 : 2;
  return /^\d/.test(wordAfter(place)) && ["o'clock", "uhr"].includes(wordAfter(place, last));
}

/** "A 9 by 12 rug". */
function isSize({ scan, from, to }: Place): boolean {
  return scan.tokens[from - 1]?.type === "number" && scan.tokens[to]?.type === "number";
}

/** "An alarm for 6" is at six; "a table for 6" is not. */
const alarmWords = wordSet("alarm reminder");

/** "Drop by at 5". */
const visitVerbs = wordSet("drop stop swing come pass go run");

/** "Turn the oven on at 5", "put the heating on tonight": here "on" belongs to the verb. */
const wordsAfterParticle = wordSet(
  "today tonight tomorrow at in by before after every around about",
);

/** "Try on Halloween costumes". */
const wearingVerbs = wordSet("try trying put putting");

/**
 * In "the camp deadline is Friday", the deadline is the task; in "file taxes, deadline Friday", it
 * is a cue.
 */
function isOfSomething({ scan, from, to }: Place): boolean {
  return (
    scan.tokens[from]!.word === "deadline" &&
    scan.tokens[from - 1]?.type === "word" &&
    to - from > 1
  );
}

/** "Over the weekend", "during Thanksgiving", but not "come over this Friday". */
function isWhile(place: Place): boolean {
  return (
    wordAfter(place, 2) === "weekend" ||
    (wordAfter(place) !== "" && readHoliday(place.scan, place.to) !== null)
  );
}
