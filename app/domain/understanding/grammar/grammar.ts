import type { AssigneeNames, Cue, Token, WeekStart, When } from "../types.ts";
import { ambiguousDateRules } from "./days/ambiguous-dates.ts";
import { ambiguousWeekdayRules } from "./days/ambiguous-weekdays.ts";
import { dateRules as numberDateRules } from "./days/dates.ts";
import { dayRules } from "./days/days.ts";
import { monthRules } from "./days/months.ts";
import { offsetRules } from "./days/offsets.ts";
import { weekdayDateRules } from "./days/weekday-dates.ts";
import { weekdayRules } from "./days/weekdays.ts";
import { weekRules } from "./days/weeks.ts";
import { createReader } from "./engine/reader.ts";
import type { ListKind, Reader, Readers, Scan } from "./engine/types.ts";
import { startTest } from "./first-words.ts";
import { cueRules } from "./phrases/cues.ts";
import { fromNowRules } from "./phrases/from-now.ts";
import { leadTimeRules } from "./phrases/lead-time.ts";
import { nameRules } from "./phrases/names.ts";
import { pastRules } from "./phrases/past.ts";
import { pointRules } from "./phrases/points.ts";
import { rangeRules } from "./phrases/ranges.ts";
import { sameTimeRules } from "./phrases/same-time.ts";
import { unreadableRules } from "./phrases/unreadable.ts";
import { tailRules } from "./phrases/tails.ts";
import { adverbRepetitionRules } from "./repetition/adverbs.ts";
import { breakRules } from "./repetition/breaks.ts";
import { dayRepetitionRules } from "./repetition/days.ts";
import { doneRules } from "./repetition/done.ts";
import { type Limit, limitRules } from "./repetition/bounds.ts";
import { monthRepetitionRules } from "./repetition/months.ts";
import { weekdayGroupRules } from "./repetition/weekday-groups.ts";
import { weekdayRepetitionRules } from "./repetition/weekdays.ts";
import { yearRepetitionRules } from "./repetition/years.ts";
import { readHoliday } from "./terminals/holidays.ts";
import { terminals } from "./terminals/terminals.ts";
import { ambiguousClockRules } from "./times/ambiguous-clock.ts";
import { clockRules } from "./times/clock.ts";
import { dayPartRules } from "./times/day-parts.ts";
import { durationRules } from "./times/durations.ts";

// Of equally long matches the first rule wins: ambiguous dates go before the days that they also
// match.
const dateRules = [...numberDateRules, ...weekdayDateRules];
const allDayRules = [...dayRules, ...weekdayRules, ...offsetRules, ...weekRules, ...monthRules];
const repetitionRules = [
  ...weekdayRepetitionRules,
  ...weekdayGroupRules,
  ...dayRepetitionRules,
  ...adverbRepetitionRules,
  ...monthRepetitionRules,
  ...yearRepetitionRules,
  ...breakRules,
];
const singleTimeRules = [
  ...ambiguousWeekdayRules,
  ...ambiguousDateRules,
  ...pointRules,
  ...fromNowRules,
  ...sameTimeRules,
  ...leadTimeRules,
  ...dayPartRules,
  ...ambiguousClockRules,
];
const whenRules = [
  ...nameRules,
  ...unreadableRules,
  ...pastRules,
  ...repetitionRules,
  ...rangeRules,
  ...singleTimeRules,
];

const slotReaders: Readers = {
  ...terminals,
  duration: createReader(durationRules),
  clock: createReader(clockRules),
  date: createReader(dateRules),
  holiday: readHoliday,
  done: createReader(doneRules),
  day: createReader(allDayRules),
  cue: createReader(cueRules),
  point: createReader(singleTimeRules),
};

export const readWhen: Reader<When> = createReader(whenRules);

export const readCue: Reader<Cue> = slotReaders.cue;

export const readLimit: Reader<Limit> = createReader(limitRules);

export const readTail: Reader<true> = createReader(tailRules);

export function startScan(
  tokens: Token[],
  names: ReadonlySet<string> = new Set(),
  assigneeNames: AssigneeNames = new Map(),
  list: ListKind | null = null,
  weekStart: WeekStart = 1,
): Scan {
  return { tokens, names, assigneeNames, list, weekStart, readers: slotReaders, memo: [] };
}

export const canStartTime = startTest([
  ...whenRules,
  ...allDayRules,
  ...dateRules,
  ...clockRules,
  ...durationRules,
  ...cueRules,
]);

/** Exported for the tests of each rule's examples. */
export const grammarRules = {
  duration: durationRules,
  clock: clockRules,
  date: dateRules,
  done: doneRules,
  day: allDayRules,
  cue: cueRules,
  when: whenRules,
  limit: limitRules,
  tail: tailRules,
};
