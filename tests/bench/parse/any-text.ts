import * as fc from "fast-check";
import { assignmentRules } from "#app/domain/understanding/assignee/assignment-rules.ts";
import { expandPattern } from "#app/domain/understanding/grammar/engine/pattern.ts";
import type { Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { grammarRules } from "#app/domain/understanding/grammar/grammar.ts";
import { changeRules } from "#app/domain/understanding/intent/changes.ts";
import { questionRules } from "#app/domain/understanding/intent/questions.ts";
import { separatorRules } from "#app/domain/understanding/split/boundaries.ts";
import { closingRules } from "#app/domain/understanding/title/filler-words/closings.ts";
import { openingRules } from "#app/domain/understanding/title/filler-words/openings.ts";
import { anyCodePoint } from "#tests/support/text/any-code-point.ts";
import { worstTexts } from "./worst-texts.ts";

// Rule words to try in the wrong places.
const rules: Pick<Rule<unknown>, "say">[] = [
  ...Object.values(grammarRules).flat(),
  ...assignmentRules,
  ...separatorRules,
  ...openingRules,
  ...closingRules,
  ...questionRules,
  ...changeRules,
];
const ruleWords = rules
  .flatMap(({ say }) => expandPattern(say).flat())
  .flatMap((step) => ("words" in step ? [...step.words] : []));
const words = fc.constantFrom(
  ...new Set(ruleWords),
  ..."at by on in the of every other next last first May 5 31 12:30 am pm 10/19 2/30 Feb 29 Friday week weeks from before after Christmas half past to - , ; ' 's buy call milk plants ask Dan then also 1. ( ) . noon for two a and year 9999 Ana María Holly Noon what's who has when is does show move to done".split(
    " ",
  ),
);
const foreign = fc.constantFrom("مرحبا", "\u202e", "\0", "👩‍👩‍👧", "\ud83d", "שלום", "\n", "<b>");
/** Strings of any characters, and rule words in any order. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 200 }) },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  {
    weight: 8,
    arbitrary: fc.array(words, { maxLength: 60, size: "max" }).map((list) => list.join(" ")),
  },
  {
    weight: 8,
    arbitrary: fc
      .array(fc.oneof(words, foreign), { maxLength: 60, size: "max" })
      .map((list) => list.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 2000, size: "max" }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(words, foreign), { maxLength: 500, size: "max" })
      .map((list) => list.join(" ")),
  },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(worstTexts)) },
);
