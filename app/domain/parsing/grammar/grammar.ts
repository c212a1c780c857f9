import type { Cue, Doers, Token, When } from "../types.ts";
import { LOOSE_DATE_RULES } from "./days/ambiguous-dates.ts";
import { DATE_RULES } from "./days/dates.ts";
import { DAY_RULES } from "./days/days.ts";
import { MONTH_RULES } from "./days/months.ts";
import { WEEK_RULES } from "./days/weeks.ts";
import { type Reader, readerOf, type Readers, type Scan } from "./engine/reader.ts";
import { beginningsOf } from "./first-words.ts";
import { CUE_RULES } from "./phrases/cues.ts";
import { PAST_RULES } from "./phrases/past.ts";
import { POINT_RULES } from "./phrases/points.ts";
import { RANGE_RULES } from "./phrases/ranges.ts";
import { REPETITION_RULES } from "./phrases/repetition.ts";
import { TAIL_RULES } from "./phrases/tails.ts";
import { readHoliday } from "./terminals/holidays.ts";
import { TERMINALS } from "./terminals/terminals.ts";
import { LOOSE_CLOCK_RULES } from "./times/ambiguous-clock.ts";
import { CLOCK_RULES } from "./times/clock.ts";
import { DAY_PART_RULES } from "./times/day-parts.ts";
import { STRETCH_RULES } from "./times/durations.ts";

/** Rules that say when. Between readings of equal length the first stands, so what is doubtful comes first. */
const POINTS = [...LOOSE_DATE_RULES, ...POINT_RULES, ...DAY_PART_RULES, ...LOOSE_CLOCK_RULES];

/** What stands in the slots of the patterns. */
const READERS: Readers = {
  ...TERMINALS,
  stretch: readerOf(STRETCH_RULES),
  clock: readerOf(CLOCK_RULES),
  date: readerOf(DATE_RULES),
  holiday: readHoliday,
  day: readerOf([...DAY_RULES, ...WEEK_RULES, ...MONTH_RULES]),
  cue: readerOf(CUE_RULES),
  point: readerOf(POINTS),
};

const WHEN_RULES = [...PAST_RULES, ...REPETITION_RULES, ...RANGE_RULES, ...POINTS];

/** Reads anything that says when. */
export const readWhen: Reader<When> = readerOf(WHEN_RULES);

export const readCue: Reader<Cue> = READERS.cue;

export const readTail: Reader<true> = readerOf(TAIL_RULES);

/** Begins to read a text; `names` are those of the family, in lower case. */
export function scanOf(tokens: Token[], names: ReadonlySet<string> = new Set(), doers: Doers = new Map()): Scan {
  return { tokens, names, doers, readers: READERS, answers: [] };
}

/** True for a token at which a time, or the cue of one, may begin. */
export const mayBeTime = beginningsOf([
  ...WHEN_RULES,
  ...DAY_RULES,
  ...WEEK_RULES,
  ...MONTH_RULES,
  ...DATE_RULES,
  ...CLOCK_RULES,
  ...STRETCH_RULES,
  ...CUE_RULES,
]);

/** All rules by subject, for the test that each rule reads its own examples. */
export const GRAMMAR = {
  stretch: STRETCH_RULES,
  clock: CLOCK_RULES,
  date: DATE_RULES,
  day: [...DAY_RULES, ...WEEK_RULES, ...MONTH_RULES],
  cue: CUE_RULES,
  when: WHEN_RULES,
  tail: TAIL_RULES,
};
