import { wordAfter, wordBefore } from "../../grammar/engine/place.ts";
import { rule } from "../../grammar/engine/rule.ts";
import type { Place, Rule } from "../../grammar/engine/types.ts";
import { wordSet } from "../../lexicon/word-set.ts";
import { filler } from "./filler.ts";

/** Hesitation in the middle. */
export const hesitationRules: Rule<true>[] = [
  filler("um|umm|uh|uhh|uhm|er|erm|hmm|mm|please|pls|plz", "um"),
  filler(", um|uh|er|erm|please ,", ", um,"),
  filler(", you know [,]", ", you know,"),
  filler(", like [,]", ", like,"),
  filler(", i mean [,]", ", I mean,"),
  rule({
    say: "like",
    examples: [],
    means: (_, place) => (isFiller(place) ? true : null),
  }),
];

/** "Pick up like some dog food", but not "a cake like the one" or "looks like rain". */
function isFiller(place: Place): boolean {
  return wordsBeforeFiller.has(wordBefore(place)) && wordsAfterFiller.has(wordAfter(place));
}

const wordsBeforeFiller = wordSet(
  "up get buy grab order need make take bring find to at in on maybe for and do pay is call",
);
const wordsAfterFiller = wordSet("some a an the two three four five six ten um uh my our really all");
