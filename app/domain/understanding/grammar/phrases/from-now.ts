import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import type { Duration, When } from "#app/domain/understanding/types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

/** Reads elapsed time from now; days from now are in days/offsets.ts. */
export const fromNowRules: Rule<When>[] = [
  rule({
    say: "in|within [about|around|like] {duration}",
    examples: ["in 20 minutes", "in an hour and a half", "within half an hour"],
    means: ({ duration }) => fromNow(duration),
  }),
  rule({
    say: "in {number} [,] no|sorry|wait|actually|make [wait|sorry|make|i] [it|that|mean] [,] {duration}",
    examples: ["in twenty no thirty minutes", "in ten, no wait, fifteen minutes"],
    means: ({ duration }) => fromNow(duration),
  }),
  rule({
    say: "in|within the next {duration}",
    examples: ["in the next 2 hours"],
    means: ({ duration }) => fromNow(duration),
  }),
  rule({
    say: "in {duration} ['s|'] time",
    examples: ["in ten minutes' time"],
    means: ({ duration }) => fromNow(duration),
  }),
  rule({
    say: "after {duration}",
    examples: ["after 3 hours"],
    means: ({ duration }, place) => (wordAfter(place) === "of" ? null : fromNow(duration)),
  }),
  rule({
    say: "{duration} from now",
    examples: ["20 minutes from now"],
    means: ({ duration }) => fromNow(duration),
  }),
  rule({
    say: "in {number}",
    // "Check the oven in 15".
    examples: [],
    means: ({ number }, place) => {
      const isMinutes = number > 1 && number < 60 && place.from > 1 && wordAfter(place) === "";
      return isMinutes && isErrand(place.scan.tokens[0]!.word)
        ? { afterMinutes: number, isUnsure: true }
        : null;
    },
  }),
  rule({
    say: "in|within the [next] hour",
    examples: ["within the hour"],
    means: () => ({ afterMinutes: 60 }),
  }),
];

/** "In 0 minutes" is not a time to wait for. */
function fromNow({ minutes, days, months }: Duration): When | null {
  if (minutes > 0) return { afterMinutes: minutes };
  return days === 0 && months === 0 ? { isIgnored: true, blocks: "clock" } : null;
}
