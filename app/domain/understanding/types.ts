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
  /** Weeks begin on Monday if it is absent. */
  weekStart?: WeekStart | undefined;
  /** Learned from the household's corrections. */
  learned?: LearnedWords[];
}

/** Weeks begin on Sunday (0) or Monday (1). */
export type WeekStart = 0 | 1;

/**
 * A request that contains all these words has this category, or this time (HH:mm) if it names only
 * a day.
 */
export type LearnedWords = { words: string[] } & (
  | { kind: "category"; category: Category }
  | { kind: "time"; time: string }
);

/** `relation`: spouse, partner, child, parent, grandparent, sibling or other. */
export type FamilyMember = Record<"name" | "relation", string> & {
  /** Children and elders do tasks in Mila once they have an account. */
  hasAccount?: boolean;
};

export interface ParsedRequest {
  /** 1 to 300 characters. */
  title: string;
  /** The title to use if the user rejects the due date: it keeps the words that set it. */
  undatedTitle: string;
  category: Category;
  /**
   * Contains everything that does not fit into the title: a long text in full, or "every other
   * Friday".
   */
  description: string | null;
  /** True if the description adds nothing to `repeats`. */
  isDescriptionRepeated: boolean;
  due: Due | null;
  /** "Remind me at 5", "remind me an hour before"; null when only a day is named. */
  remindAt: Due | null;
  repeats: Repeats | null;
  /**
   * Words about a repetition that were understood only in part, such as "every 3 days and on
   * Sundays". The task then does not repeat.
   */
  unreadRepetition: Span | null;
  /** The parts that the words leave no doubt about. */
  confident: Confidence;
  /** Other possible due dates, likeliest first, if it is unsure. */
  otherDues: Due[];
  otherCategories: Category[];
  /** False if the due date's time was derived from the day alone. */
  isTimeSaid: boolean;
  /** True also for "tonight", and for a time that the household taught. */
  hasTime: boolean;
  /** Words that name a day which is past, impossible or unreadable: "on Feb 30". */
  notUnderstood: Span[];
  /** True if these words name a time that has passed: "today at 5 am" in the evening. */
  hasPassed: boolean;
  /** True if the time of the requested reminder has already passed. */
  missesReminder: boolean;
  /** A family member's name, as the household writes it. */
  assignee: string | null;
  /** The assignee, or a child or elder who is told to do it. */
  who: string | null;
  /** The family member whom it is about: "Emma's dentist". */
  about: string | null;
  /** The words that set the due date. A day shared by several tasks lies outside `source`. */
  dueWords: Span[];
  source: Span;
}

export type Confidence = Record<"due" | "category" | "title", boolean>;

export interface Repeats {
  /** RFC 5545, without "RRULE:". */
  rule: string;
  /** What the next date counts from: the due date, or the day when it was done. */
  from: "due" | "done";
  /** The name of a break in which it pauses. */
  except?: string;
}

export type Category = (typeof categories)[number];

export type Span = { start: number; end: number };

/**
 * `local` and `skipped` are YYYY-MM-DDTHH:mm; `skipped` is the requested time if clocks skip it.
 * `instant` is UTC, ISO 8601 with milliseconds.
 */
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
  /** True if nothing separates it from the token before: the "pm" of "3pm". */
  isAttached: boolean;
  startsLine: boolean;
}

/** `dayFirst` is what "9/1" means outside America. */
export type Day = { dayFirst?: Day } & (
  | { type: "once"; date: (now: PlainDateTime) => PlainDate | null }
  /**
   * `next` is the first such day on or after a date. "Friday" means today only when a time is given
   * too.
   */
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
  /**
   * How long before another time in the text: "remind me the day before", "remind me an hour
   * before".
   */
  leadTime?: Duration;
  /** The first day of a repetition: "starting Oct 15". */
  isStartDate?: boolean;
  afterMinutes?: number;
  needs?: Need;
  /** True if the clock time is a guess: the number may also belong to the thing. */
  isHourGuessed?: boolean;
  /**
   * Another reading of the number after the day: more likely an amount, but perhaps its hour, as in
   * "tomorrow 9 flu shots".
   */
  otherClock?: Clock;
  /**
   * True if the day comes from the story before the request: "Omar works late on Friday, so get
   * Theo at 4".
   */
  isDayGuessed?: boolean;
  /**
   * True if it contains more than a due date can hold: "every Monday", "from 4 to 5". The
   * description keeps it.
   */
  exceedsDueDate?: boolean;
  /**
   * The other times of a list, such as "Mon and Wed" or "at 3 and 9". Each has only the parts that
   * differ from the first, and becomes a task.
   */
  also?: When[];
  /** The days of "Mon-Fri" after the first: tasks of their own only at a time of day. */
  daysBetween?: Day[];
  /** The last of "Dec 5 to 8". */
  lastDay?: Day;
  /** "From 4 to 5". */
  isRange?: boolean;
  /** "At 8 am and 8 pm": no rule can repeat both. */
  isTwice?: boolean;
  /**
   * True if only a part of the words about a repetition was understood: "every 3 days and on
   * Sundays".
   */
  isHalfRead?: boolean;
  repetition?: Repetition;
  /** True for "after it was done": the repetition counts from then and not from its due date. */
  countsFromDone?: boolean;
  /** The name of a break in which a repetition pauses: "School holidays". */
  except?: string;
  end?: { type: "until"; day: Day } | { type: "lasting"; duration: Duration };
  isUnsure?: boolean;
  isHoliday?: boolean;
  /** True if it is in the past, or only looks like a day. It stays in the title. */
  isIgnored?: boolean;
  isOver?: boolean;
  /**
   * A day that is past or unreadable allows no clock time without a day; an impossible one allows
   * no date at all.
   */
  blocks?: "clock" | "all";
}

/**
 * A word before a time: "by" makes it a deadline, and "at" confirms that a bare number is an hour.
 */
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

/**
 * A time with its cue, "by Friday at 5", in the tokens from `from` up to but not including `to`.
 */
export interface TimePhrase {
  from: number;
  to: number;
  when: When;
  cue: Cue | null;
  role: Role;
}

/**
 * A "due" phrase sets the due date and leaves the title. An "event" ("Friday's game") or "occasion"
 * ("for Halloween") stays in the title and sets the due date only if nothing else does; an event
 * outranks an occasion.
 */
export type Role = "due" | "occasion" | "event" | "none";

export type AssigneeNames = ReadonlyMap<string, AssigneeName[]>;

export interface AssigneeName {
  words: string[];
  name: string;
  /** True for children and elders: "dentist for Nora" is a task for the person who takes her. */
  isCaredFor: boolean;
}
