import type { When } from "../meaning.ts";
import { rule, type Rule } from "./phrase.ts";

/** What single days, clock times and lengths of time say about when. */
export const POINT_RULES: Rule<When>[] = [
  rule({ say: "{holiday}", examples: ["Easter Monday"], means: ({ holiday }) => ({ day: holiday, isHoliday: true }) }),
  rule({ say: "{day}", examples: ["tomorrow"], means: ({ day }) => ({ day }) }),
  rule({ say: "{clock}", examples: ["5:15pm"], means: ({ clock }) => ({ clock }) }),
  rule({
    say: "in|within [about|around|like] {stretch}",
    examples: ["in 20 minutes", "in an hour and a half", "within half an hour"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "in|within the next {stretch}",
    examples: ["in the next 2 hours"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "in {stretch} ['s|'] time",
    examples: ["in ten minutes' time"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "{stretch} from now",
    examples: ["20 minutes from now"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({ say: "in|within the hour", examples: ["within the hour"], means: () => ({ afterMinutes: 60 }) }),
];
