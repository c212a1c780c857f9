import type {
  Clock,
  Cue,
  Day,
  DayPart,
  Duration,
  Unit,
  When,
} from "#app/domain/understanding/types.ts";

/**
 * Terminals (terminals/) read single words and numbers; rules (grammar.ts) read the other slots.
 */
export interface SlotValues {
  /** "3", "three", "a", "a couple of", "half a". */
  count: number;
  number: number;
  /** 0 to 24; `isExact` when written for a 24-hour clock: 07, 17. */
  hour: { hour: number; isExact: boolean };
  minute: number;
  /** 1 to 31; `isOrdinal` for "5th" and "fifth". */
  dayOfMonth: { day: number; isOrdinal: boolean };
  /** One or more: "1st and 15th". */
  daysOfMonth: { day: number; isOrdinal: boolean }[];
  /** 1 is the first, -1 the last. */
  nth: number;
  year: number;
  /** 1 is Monday. */
  weekday: number;
  weekdays: number;
  /** Two or more: "Mon, Wed and Fri", "Mondays & Thursdays". */
  weekdayList: { days: number[]; isPlural: boolean };
  /** One or more. */
  anyWeekdays: number[];
  /** "MWF", "T/Th", "M-F". */
  weekdayLetters: number[];
  month: number;
  unit: Unit;
  part: DayPart;
  half: "am" | "pm";
  assignee: string;
  duration: Duration;
  clock: Clock;
  date: Day;
  /** Any day: "tomorrow", "Friday", "October 20th". */
  day: Day;
  holiday: Day;
  /** "Done", "changed", "taken". */
  participle: true;
  /** "It was done", "doing it". */
  done: true;
  cue: Cue;
  /** A single time, neither repeated nor a range. */
  point: When;
}
