import { wordAfter, wordBefore } from "#app/domain/understanding/grammar/engine/place.ts";
import { rule } from "#app/domain/understanding/grammar/engine/rule.ts";
import type { Place, Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { filler } from "./filler.ts";

export const hesitationRules: Rule<true>[] = [
  rule({
    say: "um",
    examples: ["um"],
    means: (_, place) =>
      wordAfter(place, 2) === "uhr" || /^\d/.test(wordAfter(place)) ? null : true,
  }),
  filler("umm|uh|uhh|uhm|er|erm|hmm|please|pls|plz", "uh"),
  rule({
    say: "mm",
    examples: ["mm"],
    means: (_, { scan, from }) => (scan.tokens[from - 1]?.type === "number" ? null : true),
  }),
  filler(", um|uh|er|erm|please ,", ", um,"),
  filler(", you know [,]", ", you know,"),
  filler(", like [,]", ", like,"),
  filler(", i mean [,]", ", I mean,"),
  rule({ say: "like", examples: [], means: (_, place) => (isFillerLike(place) ? true : null) }),
];

/** "Pick up like some dog food", but not "a cake like the one" or "looks like rain". */
function isFillerLike(place: Place): boolean {
  return wordsBeforeLike.has(wordBefore(place)) && wordsAfterLike.has(wordAfter(place));
}

const wordsBeforeLike = wordSet(
  "up out get buy grab order need make take bring find to at in on maybe for and do pay is call",
);
const wordsAfterLike = wordSet("some a an the two three four five six ten um uh my our really all");
