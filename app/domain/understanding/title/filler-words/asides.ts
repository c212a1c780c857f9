import { wordAfter } from "#app/domain/understanding/grammar/engine/place.ts";
import { rule } from "#app/domain/understanding/grammar/engine/rule.ts";
import type { Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { finiteVerbs } from "#app/domain/understanding/lexicon/letters.ts";
import { eventWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { filler } from "./filler.ts";

/** Asides say when or how to do it, or only fill a pause. */
export const asideRules: Rule<true>[] = [
  filler("while|when|since|if you're|i'm|we're there|out|up|home|here [,]", "while you're there"),
  filler("if|when|whenever you're|i'm able|free|around [to] [,]", "if you're able"),
  filler("if you haven't|havent already|yet [,]", "if you haven't already"),
  filler("when you get|have a chance|minute|moment|sec|second [,]", "when you get a chance"),
  filler("on the|your|my way home|back|there|over [,]", "on the way home"),
  filler("before i|we forget [to|about|that] [:|,]", "before I forget"),
  filler("the thing is [that]", "the thing is"),
  rule({
    say: "first|firstly [,]",
    examples: [],
    means: (_, place) => {
      const next = wordAfter(place, 2);
      return isErrand(wordAfter(place)) &&
        !eventWords.has(wordAfter(place)) &&
        next !== "" &&
        next !== "of" &&
        !finiteVerbs.has(next)
        ? true
        : null;
    },
  }),
  filler("what was it [again]", "what was it"),
  filler("hang|hold on", "hang on"),
  filler("one sec|second", "one sec"),
  filler("quick one|thing|question|reminder", "quick one"),
  filler("if so|yes [,]", "if so"),
  filler("this year|time|season|semester [,]", "this year"),
  filler("by the way", "by the way"),
  filler("btw|fyi", "btw"),
  filler("if you|we|i can", "if you can"),
  filler("if possible", "if possible"),
  filler("[is there] any chance you can|could", "any chance you could"),
  rule({
    say: "you know",
    examples: ["you know"],
    means: (_, place) => (wordAfter(place) === "what" ? null : true),
  }),
];
