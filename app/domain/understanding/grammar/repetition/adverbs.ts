import { determiners, isClearBefore, isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day, Repetition, When } from "#app/domain/understanding/types.ts";
import { isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { every, newYear, nextFirst, nextMonday, repeating } from "./repeating.ts";
import { weekly } from "./weekly.ts";

const everyDay: Day = { type: "recurring", next: (date) => date };

/** "Daily", "weekly", "quarterly". */
export const adverbRepetitionRules: Rule<When>[] = [
  adverb("daily|everyday", everyDay, every("DAILY")),
  adverb("nightly", everyDay, every("DAILY"), { part: "night" }),
  adverb("weekly", nextMonday, every("WEEKLY")),
  adverb("fortnightly|biweekly", nextMonday, every("WEEKLY", 2)),
  adverb("bi - weekly", nextMonday, every("WEEKLY", 2)),
  adverb("monthly", nextFirst, every("MONTHLY")),
  adverb("quarterly", nextFirst, every("MONTHLY", 3)),
  adverb("semiannually|biannually", nextFirst, every("MONTHLY", 6)),
  adverb("yearly|annually", newYear, every("YEARLY")),
  rule({
    say: "weekly on|: {anyWeekdays}",
    examples: ["weekly on Friday", "weekly on Mondays, Wednesdays and Fridays"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays),
  }),
  rule({
    say: "fortnightly|biweekly on|: {anyWeekdays}",
    examples: ["biweekly on Friday", "fortnightly on Mondays and Thursdays"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays, 2),
  }),
  rule({
    say: "bi - weekly on|: {anyWeekdays}",
    examples: ["bi-weekly on Friday"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays, 2),
  }),
];

/** "Take vitamins daily", but not "the daily report". */
function adverb(say: string, day: Day, repetition: Repetition, more?: When): Rule<When> {
  return rule<string, When>({
    say,
    examples: [],
    means: (_, place) => {
      const next = wordAfter(place);
      if (["the", "a", "my", "our"].includes(wordBefore(place))) return null;
      const endsPhrase = !/^\p{L}/u.test(next) || prepositions.has(next);
      return endsPhrase || isBeforeOrder(place) || hasStart(place)
        ? repeating(day, repetition, more)
        : null;
    },
  });
}

const prepositions = wordSet(
  "at for in on by with to from after before until till til through thru except excluding excepting starting",
);

/** "Weekly clean the fish tank", but not "weekly review". */
function isBeforeOrder(place: Place): boolean {
  const [verb, object] = [wordAfter(place), wordAfter(place, 2)];
  if (!isSentenceStart(place) || !isErrand(verb)) return false;
  return isClearBefore(verb, object) || determiners.has(object) || place.scan.names.has(object);
}

/** "Quarterly taxes starting Jan 15". */
function hasStart({ scan: { tokens }, to }: Place): boolean {
  return tokens
    .slice(to, to + maxTokensToStart)
    .some(({ word }) => word === "starting" || word === "beginning");
}

const maxTokensToStart = 8;
