import type { Temporal } from "#app/domain/time.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** A day that was said, either one that comes once or one that comes again and again. */
export type Day =
  /** Counted from the wall-clock time of speaking; null when there is no such day. */
  | { kind: "once"; date: (now: PlainDateTime) => PlainDate | null }
  /** `next` finds the first such day on or after a date. A weekday without a time is never today. */
  | { kind: "recurring"; next: (from: PlainDate) => PlainDate; isNeverTodayAlone?: boolean };

/** A time of day. `half` is what was said about it; "bare" may be either half, "exact" is read on a 24-hour clock. */
export interface Clock {
  hour: number;
  minute: number;
  half: "am" | "pm" | "bare" | "exact";
}

export type Part = "morning" | "afternoon" | "evening" | "night";

/** What must stand beside a reading that could also be something else: "5", "sat", "march". */
export type Need = "hour cue" | "day cue" | "month cue" | "company";

/** What a piece of the text says about time. Pieces that say different things are joined. */
export interface When {
  day?: Day;
  clock?: Clock;
  part?: Part;
  /** At the time of day that it is: "this time tomorrow". */
  isAtThisTime?: boolean;
  /** Days, and months, before the day that is said beside it: "remind me the day before". */
  before?: Stretch;
  /** The day from which a repetition counts: "starting Oct 15". */
  isStart?: boolean;
  /** Real time from now, in minutes. */
  afterMinutes?: number;
  needs?: Need;
  /** Something said here is more than one due date can hold: "every Monday", "from 4 to 5". */
  isMoreThanDue?: boolean;
  /** Names a holiday, which may only be what the request is for. */
  isHoliday?: boolean;
  /** Lies in the past or is no day of the request: read so that nothing else reads it, and left where it is. */
  isIgnored?: boolean;
}

/** How a reading is introduced: "by" makes a deadline, and "at" makes a bare number an hour. */
export interface Cue {
  kind: "deadline" | "plain" | "purpose";
  vouchesFor: readonly Need[];
}

export type Unit = "minute" | "hour" | "day" | "week" | "fortnight" | "month" | "year";

/** A length of time. Minutes are real time; days and months are counted on the calendar. */
export interface Stretch {
  minutes: number;
  days: number;
  months: number;
}
