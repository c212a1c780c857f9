import type { categories } from "#app/domain/core/limits.ts";
import type { Temporal } from "#app/domain/time.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** A member of the household by name; relation: spouse, partner, child, parent, grandparent, sibling, other. */
export interface FamilyName {
  name: string;
  relation: string;
}

export interface ParsedRequest {
  /** Never empty, 300 characters at most. */
  title: string;
  /** The title with the words that made the date in it, for whoever takes that reading back. */
  undatedTitle: string;
  category: Category;
  /** What the title could not hold: the whole of a long text, or "every other Friday". */
  description: string | null;
  due: Due | null;
  /** Who is to do it: the name of a family member as it stands in the household. */
  assignee: string | null;
  /**
   * Where the words that made the date stand in the text, as offsets; some of them may stay in the title, and a day that
   * was said once for several tasks stands outside of `said`.
   */
  dueWords: { start: number; end: number }[];
  /** The part of the text that this was made from, as offsets. */
  said: { start: number; end: number };
}

/** `now` is the instant of asking (UTC, ISO 8601), `timeZone` the IANA zone in which its times are meant. */
export interface Request {
  text: string;
  timeZone: string;
  now: string;
  familyMembers: FamilyName[];
}

export type Category = (typeof categories)[number];

export interface Span {
  start: number;
  end: number;
}

/** `local` is the wall clock in the user's zone, YYYY-MM-DDTHH:mm; `instant` is UTC, ISO 8601 with milliseconds. */
export interface Due {
  local: string;
  instant: string;
}

/** A word, a number or a sign of the text. `start` and `end` are offsets into the text. */
export interface Token {
  kind: "word" | "number" | "sign";
  /** As it was said. */
  said: string;
  /** In lower case, with plain apostrophes; "p.m." is "pm". */
  word: string;
  start: number;
  end: number;
  /** True when nothing stands between this token and the one before: "3pm" is 3 and a glued pm. */
  isGlued: boolean;
}

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

export type DayPart = "morning" | "afternoon" | "evening" | "night";

/** What must stand beside a reading that could also be something else: "5", "sat", "march". */
export type Need = "hour cue" | "day cue" | "month cue" | "company";

/** What a piece of the text says about time. Pieces that say different things are joined. */
export interface When {
  day?: Day;
  clock?: Clock;
  part?: DayPart;
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

/** A stretch of the text that says when, with its cue: "by Friday at 5". `to` is the token after the last. */
export interface TimePhrase {
  from: number;
  to: number;
  when: When;
  cue: Cue | null;
  role: Role;
}

/**
 * What a time phrase does in its sentence: it sets the due date and leaves the title; it only says what the thing is
 * for, so that the title keeps it and it is the date if nothing else is; or it has nothing to do with a due date.
 */
export type Role = "due" | "occasion" | "event" | "none";

/** The adults of a family by the words that they are called, under the first of these. */
export type Doers = ReadonlyMap<string, Doer[]>;

export interface Doer {
  words: string[];
  /** As it stands in the household. */
  name: string;
}
