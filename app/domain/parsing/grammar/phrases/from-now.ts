import type { When } from "../../types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

/** Real time from now; days from now are in days/offsets.ts. */
export const fromNowRules: Rule<When>[] = [
  rule({
    say: "in|within [about|around|like] {duration}",
    examples: ["in 20 minutes", "in an hour and a half", "within half an hour"],
    means: ({ duration }) => (duration.minutes > 0 ? { afterMinutes: duration.minutes } : null),
  }),
  rule({
    say: "in|within the next {duration}",
    examples: ["in the next 2 hours"],
    means: ({ duration }) => (duration.minutes > 0 ? { afterMinutes: duration.minutes } : null),
  }),
  rule({
    say: "in {duration} ['s|'] time",
    examples: ["in ten minutes' time"],
    means: ({ duration }) => (duration.minutes > 0 ? { afterMinutes: duration.minutes } : null),
  }),
  rule({
    say: "after {duration}",
    examples: ["after 3 hours"],
    means: ({ duration }, place) =>
      duration.minutes > 0 && wordAfter(place) !== "of" ? { afterMinutes: duration.minutes } : null,
  }),
  rule({
    say: "{duration} from now",
    examples: ["20 minutes from now"],
    means: ({ duration }) => (duration.minutes > 0 ? { afterMinutes: duration.minutes } : null),
  }),
  rule({ say: "in|within the [next] hour", examples: ["within the hour"], means: () => ({ afterMinutes: 60 }) }),
];
