import type { When } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { shiftClock } from "../times/clock-time.ts";

export const pointRules: Rule<When>[] = [
  rule({
    say: "{holiday}",
    examples: ["Easter Monday"],
    means: ({ holiday }) => ({ day: holiday, isHoliday: true }),
  }),
  rule({ say: "{day}", examples: ["tomorrow"], means: ({ day }) => ({ day }) }),
  rule({
    say: "{day} [,] not {day2}",
    examples: ["Saturday, not Friday"],
    means: ({ day }) => ({ day }),
  }),
  rule({ say: "{clock}", examples: ["5:15pm"], means: ({ clock }) => ({ clock }) }),
  rule({
    say: "{clock} of {day}",
    examples: ["5 pm of today"],
    means: ({ clock, day }) => ({ clock, day }),
  }),
  rule({
    say: "{duration} before {clock}",
    examples: ["an hour before noon"],
    means: ({ duration, clock }) =>
      duration.minutes > 0 ? { clock: shiftClock(clock, -duration.minutes) } : null,
  }),
  rule({
    say: "{duration} after {clock}",
    examples: ["half an hour after 5pm"],
    means: ({ duration, clock }) =>
      duration.minutes > 0 ? { clock: shiftClock(clock, duration.minutes) } : null,
  }),
];
