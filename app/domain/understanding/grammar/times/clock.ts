import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Clock } from "#app/domain/understanding/types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { clockAt, clockBefore } from "./clock-time.ts";

export const clockRules: Rule<Clock>[] = [
  rule({
    say: "{hour}:{minute} [{half}]",
    examples: ["5:15pm", "10:30 am", "17:15", "8:20 p.m."],
    means: ({ hour, minute, half }, place) =>
      chapterAndScoreWords.has(wordBefore(place)) ? null : clockAt(hour, minute, half),
  }),
  rule({
    say: "{hour}.{minute} {half}",
    examples: ["8.15am"],
    means: ({ hour, minute, half }) => clockAt(hour, minute, half),
  }),
  rule({
    say: "{hour} [o'clock|oclock] {half}",
    examples: ["3pm", "3 p.m.", "3p", "five o'clock pm", "ten am"],
    means: ({ hour, half }) => clockAt(hour, 0, half),
  }),
  rule({
    say: "{hour} {minute} {half}",
    examples: ["five thirty pm", "6 45 am"],
    means: ({ hour, minute, half }) => clockAt(hour, minute, half),
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
    say: "{hour}:{minute} h|hrs|hours|uhr|o'clock",
    examples: ["14:30h", "9:30 Uhr", "17:30 hrs"],
    means: ({ hour, minute }) => clockAt(hour, minute),
  }),
  rule({
    say: "{hour}.{minute} h|hrs|uhr",
    examples: ["8.30h", "14.30 h"],
    means: ({ hour, minute }) => clockAt(hour, minute),
  }),
  rule({
    say: "{hour} h {minute}",
    examples: ["14 h 30"],
    means: ({ hour, minute }) => clockAt(hour, minute),
  }),
  rule({
    say: "{hour} uhr",
    examples: ["19 Uhr"],
    means: ({ hour }) => clockAt(hour, 0),
  }),
  rule({
    say: "{hour} of the {part}",
    examples: [],
    // "At 5 of the afternoon", but not "3 of the evening gowns".
    means: ({ hour, part }, place) => {
      const isEarly = part === "morning" || (part === "night" && hour.hour < 6);
      return wordBefore(place) === "at" ? clockAt(hour, 0, isEarly ? "am" : "pm") : null;
    },
  }),
  // Voice recognition hears "at 4 pm" as "at for pm", and "at 2 pm" as "at to pm".
  rule({
    say: "for|to|too {half}",
    examples: [],
    means: ({ half }, place) => {
      const word = place.scan.tokens[place.from]!.word;
      return wordBefore(place) === "at" ? { hour: word === "for" ? 4 : 2, minute: 0, half } : null;
    },
  }),
  rule({
    say: "t{hour}:{minute}[:{minute2}]",
    examples: ["t09:45", "t09:45:00"],
    means: ({ hour, minute }, { scan, from }) =>
      scan.tokens[from]!.isAttached || from === 0 ? clockAt(hour, minute) : null,
  }),
  rule({
    say: "{hour} o'clock|oclock",
    examples: ["five o'clock"],
    means: ({ hour }) => clockAt(hour, 0),
  }),
  rule({
    say: "{hour} o clock",
    examples: ["5 o clock"],
    means: ({ hour }) => clockAt(hour, 0),
  }),
  rule({
    say: "half past {hour} [{half}]",
    examples: ["half past seven", "half past 3 pm"],
    means: ({ hour, half }) => clockAt(hour, 30, half),
  }),
  rule({
    say: "half - past {hour} [{half}]",
    examples: ["half-past seven"],
    means: ({ hour, half }) => clockAt(hour, 30, half),
  }),
  rule({
    say: "[a] quarter past|after {hour} [{half}]",
    examples: ["quarter past 4", "a quarter after six pm"],
    means: ({ hour, half }) => clockAt(hour, 15, half),
  }),
  rule({
    say: "[a] quarter to|til|till|before|of {hour} [{half}]",
    examples: ["quarter to five", "a quarter till 9 am"],
    means: ({ hour, half }) => clockBefore(hour, 15, half),
  }),
  rule({
    say: "{number} minutes|mins|min past|after {hour} [{half}]",
    examples: ["ten minutes past five"],
    means: ({ number, hour, half }) => (number < 60 ? clockAt(hour, number, half) : null),
  }),
  rule({
    say: "{number} minutes|mins|min to|til|till|before {hour} [{half}]",
    examples: ["five minutes to six pm"],
    means: ({ number, hour, half }) => (number < 60 ? clockBefore(hour, number, half) : null),
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
    // "Midnight on Friday" is the end of Friday.
    say: "[12|twelve] midnight",
    examples: ["midnight"],
    means: (_, place) =>
      midnightThings.has(wordAfter(place)) ? null : { hour: 24, minute: 0, half: "exact" },
  }),
  rule({
    say: "{hour} ish",
    examples: ["7ish"],
    means: ({ hour }) => clockAt(hour, 0),
  }),
  rule({
    say: "{hour} - ish",
    examples: ["7-ish"],
    means: ({ hour }) => clockAt(hour, 0),
  }),
  rule({
    say: "{hour}:{minute} ish",
    examples: ["7:30ish"],
    means: ({ hour, minute }) => clockAt(hour, minute),
  }),
];

const midnightThings = wordSet("snack snacks blue black feast sun oil");

/** Before "3:16" these make it a verse or a score. */
const chapterAndScoreWords = wordSet(
  "john luke mark matthew acts romans genesis exodus psalm psalms proverbs ratio score",
);
