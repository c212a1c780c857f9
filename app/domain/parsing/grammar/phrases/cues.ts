import { MONTHS } from "../../lexicon/calendar.ts";
import type { Cue, Need } from "../../types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { type Place, type Rule, rule } from "../engine/rule.ts";
import { readHoliday } from "../terminals/holidays.ts";

const ANYTHING: readonly Need[] = ["hour cue", "day cue", "month cue"];

/** The words before a time that belong to it. */
export const CUE_RULES: Rule<Cue>[] = [
  rule({ say: "before|until|till|til", examples: ["before"], means: deadline }),
  rule({ say: "by", examples: ["by"], means: (_, place) => (VISITS.has(wordBefore(place)) ? null : deadline()) }),
  rule({ say: "by|before like|about|around|maybe", examples: ["by about"], means: deadline }),
  rule({ say: "no|not later than", examples: ["no later than"], means: deadline }),
  rule({ say: "at the latest by|on|at", examples: ["at the latest by"], means: deadline }),
  rule({ say: "latest by", examples: ["latest by"], means: deadline }),
  rule({ say: "anytime|sometime before", examples: ["anytime before"], means: deadline }),
  rule({ say: "[is|are|'s|was] due [back] [on|by|at|in|before]", examples: ["due", "is due on"], means: deadline }),
  rule({
    say: "[with] [a|the] deadline [is|of|on|:]",
    examples: ["deadline"],
    means: (_, place) => (isOfSomething(place) ? null : deadline()),
  }),
  rule({ say: "at|@|around|about|approximately", examples: ["at", "@"], means: () => plain("hour cue") }),
  rule({
    say: "at around|about|like|approximately|exactly|roughly",
    examples: ["at about"],
    means: () => plain("hour cue"),
  }),
  rule({
    say: "on",
    examples: ["on"],
    means: (_, place) =>
      FOLLOWS_PARTICLE.has(wordAfter(place)) || PUTTING_ON.has(wordBefore(place)) ? null : plain("day cue"),
  }),
  rule({ say: "over|during", examples: [], means: (_, place) => (isWhile(place) ? plain("day cue") : null) }),
  rule({ say: "on or|and before|around|about", examples: ["on or before"], means: deadline }),
  rule({
    say: "in [early|late]",
    examples: [],
    means: (_, place) => (wordAfter(place) in MONTHS ? plain("month cue") : null),
  }),
  rule({ say: "this", examples: ["this"], means: () => plain("day cue") }),
  rule({
    say: "after|past|from|starting|beginning [at|on|in|from]",
    examples: ["after", "starting on"],
    means: () => plain(...ANYTHING),
  }),
  rule({ say: "at some point [on|in|during]", examples: ["at some point"], means: () => plain(...ANYTHING) }),
  rule({ say: "as of", examples: ["as of"], means: () => plain(...ANYTHING) }),
  rule({ say: "sometime|anytime [on|in|at|around|during]", examples: ["sometime"], means: () => plain(...ANYTHING) }),
  rule({ say: "some|any time [on|in|at|around|during]", examples: ["some time"], means: () => plain(...ANYTHING) }),
  rule({
    say: "for",
    examples: ["for"],
    means: (_, place) => ({ kind: "purpose", vouchesFor: RINGS.has(wordBefore(place)) ? ANYTHING : ["day cue"] }),
  }),
  rule({ say: "in time for", examples: ["in time for"], means: () => ({ kind: "purpose", vouchesFor: ["day cue"] }) }),
  rule({
    say: "to",
    examples: [],
    means: (_, place) => (isMoved(place) ? deadline() : null),
  }),
];

function deadline(): Cue {
  return { kind: "deadline", vouchesFor: ANYTHING };
}

function plain(...vouchesFor: Need[]): Cue {
  return { kind: "plain", vouchesFor };
}

/** "Move the dentist to Friday": a time after "to" is meant only with such a verb before it. */
function isMoved({ scan, from }: Place): boolean {
  return scan.tokens.slice(Math.max(0, from - 8), from).some(({ word }) => MOVES.has(word));
}

const MOVES = new Set(
  "move moved reschedule rescheduled push pushed change changed switch switched postpone postponed shift delay delayed bring rebook moving".split(
    " ",
  ),
);

/** "An alarm for 6" is at six, "a table for 6" is not. */
const RINGS = new Set("alarm reminder".split(" "));

/** "Drop by at 5". */
const VISITS = new Set("drop stop swing come pass go run".split(" "));

/** "Turn the oven on at 5", "put the heating on tonight": no one says "on tonight" of a time. */
const FOLLOWS_PARTICLE = new Set("today tonight tomorrow at in by before after every around about".split(" "));

/** "Try on Halloween costumes". */
const PUTTING_ON = new Set("try trying put putting".split(" "));

/** "The camp deadline is Friday" is about that deadline; "file taxes, deadline Friday" has one. */
function isOfSomething({ scan, from, to }: Place): boolean {
  return scan.tokens[from]!.word === "deadline" && scan.tokens[from - 1]?.kind === "word" && to - from > 1;
}

/** "Over the weekend", "during Thanksgiving", but not "come over this Friday". */
function isWhile(place: Place): boolean {
  return wordAfter(place, 2) === "weekend" || (wordAfter(place) !== "" && readHoliday(place.scan, place.to) !== null);
}
