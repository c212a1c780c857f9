import type { Clock, Cue, Day, DayPart, Stretch, Unit, When } from "../../types.ts";

/** What a slot of a pattern can hold. */
export interface SlotValues {
  /** How many: digits, words, "a", "a couple of", "half a". */
  count: number;
  /** A number in digits or words. */
  number: number;
  /** 0 to 24; `isExact` where it is written as a 24-hour clock shows it: 07, 17. */
  hour: { hour: number; isExact: boolean };
  /** 0 to 59, in two digits or in words. */
  minute: number;
  /** 1 to 31; `isOrdinal` for 5th and fifth. */
  dayOfMonth: { day: number; isOrdinal: boolean };
  /** First is 1, last is -1, last but one is -2. */
  nth: number;
  /** Four digits, or two after 2000. */
  year: number;
  /** Monday is 1. */
  weekday: number;
  weekdays: number;
  month: number;
  unit: Unit;
  part: DayPart;
  half: "am" | "pm";
  /** Who can be asked to do things, by the name that the household has for them. */
  doer: string;
  stretch: Stretch;
  clock: Clock;
  /** A day of the calendar: "October 20th", "10/19". */
  date: Day;
  /** Any day. */
  day: Day;
  holiday: Day;
  cue: Cue;
  /** One time, neither repeated nor a range. */
  point: When;
}
