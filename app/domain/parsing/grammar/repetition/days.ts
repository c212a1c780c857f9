import { wordSet } from "../../lexicon/word-set.ts";
import type { Day, When } from "../../types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { repeating } from "./repeating.ts";

export const dayRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each [single|other|second] day",
    examples: ["every day", "every other day"],
    means: () => repeating(everyDay),
  }),
  rule({
    say: "daily|nightly|everyday",
    examples: ["daily"],
    means: (_, place) => {
      const night = place.scan.tokens[place.from]!.word === "nightly";
      return endsPhrase(wordAfter(place)) ? repeating(everyDay, night ? { part: "night" } : {}) : null;
    },
  }),
  rule({
    say: "every|each [single|other|school] {part}",
    examples: ["every morning", "each night"],
    means: ({ part }) => repeating(everyDay, { part }),
  }),
  rule({
    say: "starting|beginning [on|from|in] {day}",
    examples: ["starting Oct 15"],
    means: ({ day }) => ({ day, isStartDate: true }),
  }),
  rule({
    say: "every {duration}",
    examples: ["every 3 days", "every four hours", "every two weeks"],
    means: ({ duration }) => {
      if (duration.minutes > 0) return { afterMinutes: duration.minutes, exceedsDueDate: true };
      return repeating({
        type: "once",
        date: (now) => now.toPlainDate().add({ days: duration.days, months: duration.months }),
      });
    },
  }),
];

const everyDay: Day = { type: "recurring", next: (date) => date };

/** "Take vitamins daily", but not "the daily report". */
function endsPhrase(next: string): boolean {
  return !/^\p{L}/u.test(next) || prepositions.has(next);
}

const prepositions = wordSet("at for in on by with to from after before until starting");
