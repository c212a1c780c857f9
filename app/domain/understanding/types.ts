import type { categories } from "#app/domain/core/limits.ts";
import type { Temporal } from "#app/domain/core/time.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** `now` is a UTC instant; `timeZone` is the IANA zone of the times in the text. */
export interface UserRequest {
  text: string;
  timeZone: string;
  now: string;
  familyMembers: FamilyMember[];
  /** Learned from the household's corrections. */
  learned?: LearnedWords[];
}

/** A request with all these words is of this category, or at this time (HH:mm) if it says only a day. */
export type LearnedWords = { words: string[] } & (
  | { kind: "category"; category: Category }
  | { kind: "time"; time: string }
);

/** `relation`: spouse, partner, child, parent, grandparent, sibling or other. */
export type FamilyMember = Record<"name" | "relation", string>;

export interface ParsedRequest {
  /** 1 to 300 characters. */
  title: string;
  /** The title for when the user rejects the due date: it keeps the words that set it. */
  undatedTitle: string;
  category: Category;
  /** Has everything that does not fit the title: a long text in full, or "every other Friday". */
  description: string | null;
  /** The description says nothing that `repeats` doesn't. */
  isDescriptionRepeated: boolean;
  due: Due | null;
  /** "Remind me at 5", "remind me an hour before"; null when only a day is said. */
  remindAt: Due | null;
  repeats: Repeats | null;
  /** Words that say how it repeats, and were understood only in part: "every 3 days and on Sundays". It repeats by no rule. */
  unreadRepetition: Span | null;
  /** The parts that the words leave no doubt about. */
  confident: Confidence;
  /** What an unsure due date may be instead, likeliest first. */
  otherDues: Due[];
  otherCategories: Category[];
  /** Else the due date's time follows from the day alone. */
  isTimeSaid: boolean;
  /** Words that name a day which is over, cannot be or cannot be read: "on Feb 30". */
  notUnderstood: Span[];
  /** These words name a time that has passed: "today at 5 am" in the evening. */
  hasPassed: boolean;
  /** The reminder that was asked for would have been before now. */
  missesReminder: boolean;
  /** A family member's name, as the household writes it. */
  assignee: string | null;
  /** The words that set the due date. A day shared by several tasks lies outside `source`. */
  dueWords: Span[];
  source: Span;
}

export type Confidence = Record<"due" | "category" | "title", boolean>;

export interface Repeats {
  /** RFC 5545, without "RRULE:". */
  rule: string;
  /** Where the next one counts from: its due date, or the day it was done. */
  from: "due" | "done";
  /** The name of a break in which it pauses. */
  except?: string;
}

export type Category = (typeof categories)[number];

export type Span = { start: number; end: number };

/** `local`, and `skipped` if clocks skip what was said: YYYY-MM-DDTHH:mm. `instant`: UTC, ISO 8601 with milliseconds. */
export interface Due {
  local: string;
  instant: string;
  skipped?: string;
}

export interface Token extends Span {
  type: "word" | "number" | "symbol";
  text: string;
  /** Lower case, with straight apostrophes and corrected spelling; "p.m." is "pm". */
  word: string;
  /** Nothing separates it from the token before: the "pm" of "3pm". */
  isAttached: boolean;
  startsLine: boolean;
}

/** `dayFirst` is what "9/1" means outside America. */
export type Day = { dayFirst?: Day } & (
  | { type: "once"; date: (now: PlainDateTime) => PlainDate | null }
  /** `next` is the first such day on or after a date. "Friday" means today only when a time is given too. */
  | { type: "recurring"; next: (from: PlainDate) => PlainDate; isTodayOnlyWithTime?: boolean }
);

/** A "bare" hour may be in either half of the day; an "exact" one is on a 24-hour clock. */
export interface Clock {
  hour: number;
  minute: number;
  half: "am" | "pm" | "bare" | "exact";
}

export type DayPart = "morning" | "afternoon" | "evening" | "night";

/** The parts of an RFC 5545 recurrence rule. */
export interface Repetition {
  frequency: "MINUTELY" | "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval?: number;
  month?: number;
  daysOfMonth?: number[];
  /** "MO", or "-1FR" for the last Friday. */
  days?: string[];
}

/** An ambiguous reading ("5", "sat", "march") counts as a time only with this beside it. */
export type Need = "hour cue" | "day cue" | "month cue" | "another time" | "a repetition";

export interface When {
  day?: Day;
  clock?: Clock;
  part?: DayPart;
  /** "This time tomorrow". */
  isAtCurrentTime?: boolean;
  /** How long before another time in the text: "remind me the day before", "remind me an hour before". */
  leadTime?: Duration;
  /** The first day of a repetition: "starting Oct 15". */
  isStartDate?: boolean;
  afterMinutes?: number;
  needs?: Need;
  /** The clock time is a likely guess: the number may also belong to the thing. */
  isHourGuessed?: boolean;
  /** The number after the day is more likely an amount, but may be its hour: "tomorrow 9 flu shots". */
  otherClock?: Clock;
  /** The day is of the story before the request: "Omar works late on Friday, so get Theo at 4". */
  isDayGuessed?: boolean;
  /** Says more than a due date can hold: "every Monday", "from 4 to 5". The description keeps it. */
  exceedsDueDate?: boolean;
  /** "From 4 to 5". */
  isRange?: boolean;
  /** "At 8 am and 8 pm": no rule can repeat both. */
  isTwice?: boolean;
  /** Only a part of the words that say how it repeats was understood: "every 3 days and on Sundays". */
  isHalfRead?: boolean;
  repetition?: Repetition;
  /** "After it was done": a repetition counts from there and not from its due date. */
  countsFromDone?: boolean;
  /** The name of a break in which a repetition pauses: "School holidays". */
  except?: string;
  end?: { type: "until"; day: Day } | { type: "lasting"; duration: Duration };
  isUnsure?: boolean;
  isHoliday?: boolean;
  /** In the past, or only looks like a day. It stays in the title. */
  isIgnored?: boolean;
  isOver?: boolean;
  /** A day that is over or cannot be read leaves no clock time without a day; one that cannot be leaves no date at all. */
  blocks?: "clock" | "all";
}

/** A word before a time: "by" makes it a deadline, and "at" confirms that a bare number is an hour. */
export interface Cue {
  type: "deadline" | "plain" | "purpose";
  confirms: readonly Need[];
}

export type Unit = "minute" | "hour" | "day" | "week" | "fortnight" | "month" | "year";

/** Minutes are elapsed time; days and months follow the calendar. */
export interface Duration {
  minutes: number;
  days: number;
  months: number;
}

/** A time with its cue, "by Friday at 5", in the tokens from `from` up to but not including `to`. */
export interface TimePhrase {
  from: number;
  to: number;
  when: When;
  cue: Cue | null;
  role: Role;
}

/**
 * A "due" phrase sets the due date and leaves the title. An "event" ("Friday's game") or "occasion" ("for Halloween")
 * stays in the title and sets the due date only if nothing else does; an event outranks an occasion.
 */
export type Role = "due" | "occasion" | "event" | "none";

export type AssigneeNames = ReadonlyMap<string, AssigneeName[]>;

export interface AssigneeName {
  words: string[];
  name: string;
}
