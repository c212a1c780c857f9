import { wordAfter, wordBefore } from "../../grammar/engine/place.ts";
import { type Place, type Rule, rule } from "../../grammar/engine/rule.ts";
import { talk } from "./filler.ts";

/** Hesitation in the middle. */
export const FILLER_RULES: Rule<true>[] = [
  talk("um|umm|uh|uhh|uhm|er|erm|hmm|mm|please|pls|plz", "um"),
  talk(", um|uh|er|erm|please ,", ", um,"),
  talk(", you know [,]", ", you know,"),
  talk(", like [,]", ", like,"),
  talk(", i mean [,]", ", I mean,"),
  rule({
    say: "like",
    examples: [],
    means: (_, place) => (isFiller(place) ? true : null),
  }),
];

/** "Pick up like some dog food", but not "a cake like the one" or "looks like rain". */
function isFiller(place: Place): boolean {
  return BEFORE_FILLER.has(wordBefore(place)) && AFTER_FILLER.has(wordAfter(place));
}

const BEFORE_FILLER = new Set(
  "up get buy grab order need make take bring find to at in on maybe for and do pay is call".split(" "),
);
const AFTER_FILLER = new Set("some a an the two three four five six ten um uh my our really all".split(" "));
