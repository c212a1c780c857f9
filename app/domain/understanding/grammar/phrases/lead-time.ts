import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

export const leadTimeRules: Rule<When>[] = [
  rule({
    say: "{duration} before|ahead|earlier|prior [that|it|then]",
    examples: [],
    means: ({ duration }, place) =>
      reminderWords.has(wordBefore(place)) ? { leadTime: duration } : null,
  }),
  rule({
    say: "{duration} in advance",
    examples: [],
    means: ({ duration }, place) =>
      reminderWords.has(wordBefore(place)) ? { leadTime: duration } : null,
  }),
  rule({
    say: "the day|night|evening before",
    examples: [],
    means: (_, place) => {
      if (!reminderWords.has(wordBefore(place))) return null;
      const isDay = place.scan.tokens[place.from + 1]!.word === "day";
      return {
        leadTime: { minutes: 0, days: 1, months: 0 },
        ...(isDay ? {} : { part: "evening" }),
      };
    },
  }),
];

/**
 * "Remind me the day before" counts back from another day; "the rent is due the day before" does
 * not.
 */
const reminderWords = wordSet("me us reminder alert notification");
