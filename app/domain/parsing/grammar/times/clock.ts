import type { Clock } from "../../types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { type Rule, rule } from "../engine/rule.ts";

type Hour = { hour: number; isExact: boolean };
type Half = "am" | "pm" | undefined;

/** Times of day on a clock. */
export const CLOCK_RULES: Rule<Clock>[] = [
  rule({
    say: "{hour}:{minute} [{half}]",
    examples: ["5:15pm", "10:30 am", "17:15", "8:20 p.m."],
    means: ({ hour, minute, half }, place) => (VERSES.has(wordBefore(place)) ? null : clock(hour, minute, half)),
  }),
  rule({
    say: "{hour}.{minute} {half}",
    examples: ["8.15am"],
    means: ({ hour, minute, half }) => clock(hour, minute, half),
  }),
  rule({
    say: "{hour} [o'clock|oclock] {half}",
    examples: ["3pm", "3 p.m.", "3p", "five o'clock pm", "ten am"],
    means: ({ hour, half }) => clock(hour, 0, half),
  }),
  rule({
    say: "{hour} {minute} {half}",
    examples: ["five thirty pm", "6 45 am"],
    means: ({ hour, minute, half }) => clock(hour, minute, half),
  }),
  rule({
    say: "{number} {half}",
    examples: ["530pm", "1030 am"],
    means: ({ number, half }) => {
      const [hour, minute] = [Math.floor(number / 100), number % 100];
      return hour >= 1 && hour <= 12 && minute < 60 ? { hour, minute, half } : null;
    },
  }),
  rule({
    say: "{hour}h[{minute}]",
    examples: ["11h30", "17h"],
    means: ({ hour, minute = 0 }) => ({ hour: hour.hour, minute, half: "exact" }),
  }),
  rule({
    say: "t{hour}:{minute}[:{minute2}]",
    examples: ["t09:45", "t09:45:00"],
    means: ({ hour, minute }, { scan, from }) =>
      scan.tokens[from]!.isGlued || from === 0 ? clock(hour, minute) : null,
  }),
  rule({
    say: "{hour} o'clock|oclock",
    examples: ["five o'clock"],
    means: ({ hour }) => clock(hour, 0),
  }),
  rule({
    say: "{hour} o clock",
    examples: ["5 o clock"],
    means: ({ hour }) => clock(hour, 0),
  }),
  rule({
    say: "half past {hour} [{half}]",
    examples: ["half past seven", "half past 3 pm"],
    means: ({ hour, half }) => clock(hour, 30, half),
  }),
  rule({
    say: "half - past {hour} [{half}]",
    examples: ["half-past seven"],
    means: ({ hour, half }) => clock(hour, 30, half),
  }),
  rule({
    say: "[a] quarter past|after {hour} [{half}]",
    examples: ["quarter past 4", "a quarter after six pm"],
    means: ({ hour, half }) => clock(hour, 15, half),
  }),
  rule({
    say: "[a] quarter to|til|till|before|of {hour} [{half}]",
    examples: ["quarter to five", "a quarter till 9 am"],
    means: ({ hour, half }) => before(hour, 15, half),
  }),
  rule({
    say: "{number} minutes|mins|min past|after {hour} [{half}]",
    examples: ["ten minutes past five"],
    means: ({ number, hour, half }) => (number < 60 ? clock(hour, number, half) : null),
  }),
  rule({
    say: "{number} minutes|mins|min to|til|till|before {hour} [{half}]",
    examples: ["five minutes to six pm"],
    means: ({ number, hour, half }) => (number < 60 ? before(hour, number, half) : null),
  }),
  rule({
    say: "[12|twelve|high] noon",
    examples: ["noon", "12 noon"],
    means: () => ({ hour: 12, minute: 0, half: "exact" }),
  }),
  rule({
    say: "midday|noonish",
    examples: ["midday"],
    means: () => ({ hour: 12, minute: 0, half: "exact" }),
  }),
  rule({
    // The midnight that ends the day: what is due "by midnight on Friday" can be done all Friday.
    say: "[12|twelve] midnight",
    examples: ["midnight"],
    means: (_, place) => (wordAfter(place) === "snack" ? null : { hour: 24, minute: 0, half: "exact" }),
  }),
  rule({
    say: "{hour} ish",
    examples: ["7ish"],
    means: ({ hour }) => clock(hour, 0),
  }),
  rule({
    say: "{hour} - ish",
    examples: ["7-ish"],
    means: ({ hour }) => clock(hour, 0),
  }),
  rule({
    say: "{hour}:{minute} ish",
    examples: ["7:30ish"],
    means: ({ hour, minute }) => clock(hour, minute),
  }),
];

/** A clock time as said; null where no clock shows it. */
export function clock({ hour, isExact }: Hour, minute: number, half?: Half): Clock | null {
  if (hour > 12 || hour === 0) return hour === 24 && minute > 0 ? null : { hour, minute, half: "exact" };
  if (half) return { hour, minute, half };
  return { hour, minute, half: isExact ? "exact" : "bare" };
}

/** So many minutes before the hour: "quarter to five". */
export function before({ hour, isExact }: Hour, minutes: number, half?: Half): Clock | null {
  const earlier = (hour + 11) % 12 || 12;
  // "Quarter to twelve pm" is still before noon.
  const sameHalf = hour === 12 && half ? (half === "pm" ? "am" : "pm") : half;
  return clock({ hour: hour > 12 ? hour - 1 : earlier, isExact }, 60 - minutes, sameHalf);
}

const VERSES = new Set(
  "john luke mark matthew acts romans genesis exodus psalm psalms proverbs ratio score".split(" "),
);
