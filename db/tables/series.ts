import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";
import type { Category } from "#db/tables/tasks.ts";

/** Dates are YYYY-MM-DD, on the wall clock of the series' zone. */
export interface SeriesTable {
  id: string;
  household_id: string;
  /** RFC 5545, without "RRULE:". */
  rule: string;
  counts_from: "due" | "done";
  starts_on: string;
  /** HH:mm. */
  local_time: string;
  time_zone: string;
  /** A JSON list of dates (EXDATE). */
  excluded_on: Generated<string>;
  /** Each occurrence takes these. */
  title: string;
  category: Category;
  description: string | null;
  assignee_id: string | null;
  assignee_name: string | null;
  /** A person who said yes to all: it lies over the turns. */
  yes_person_id: string | null;
  created_at: string;
  /** A JSON list of names. A household without dates for one may add them later. */
  skipped_breaks: Generated<string>;
  /** The first date that may be one again. */
  paused_until: string | null;
  /** Nothing follows the open one. */
  ended_at: string | null;
  /** When reminders of the next date ahead must be planned; null if none are. */
  plans_at: string | null;
  /** Its breaks changed. Planning it again moves its open occurrence out of them. */
  is_to_fit: Generated<Bit>;
  /** The holder of its open turn may be away. Planning it again passes the turn on. */
  is_turn_to_pass: Generated<Bit>;
}

/** Dates in which a household's series may pause. Several may have the same name. */
export interface BreakTable {
  id: string;
  household_id: string;
  name: string;
  starts_on: string;
  /** The last day. */
  ends_on: string;
  created_at: string;
}

/** Ahead: not open yet, or no longer because the one before was reopened. */
type OccurrenceState = "open" | "done" | "skipped" | "missed" | "ahead";

/** The history of a series, its one open occurrence, and dates after it that have reminders. */
export interface SeriesOccurrenceTable {
  series_id: string;
  /** Its series' household. */
  household_id: Generated<string>;
  /**
   * Counts from 1: closed ones, the open one, those ahead. Unique in its series, so that two presses at once make one next
   * occurrence.
   */
  number: number;
  /** The rule's date, also when this one was moved. */
  occurs_on: string;
  /** The date after this one; null for the last, and for what counts from completion. */
  next_on: string | null;
  /** Null once the task was purged. */
  task_id: string | null;
  /** The task's version when it was made: a higher one was touched. */
  task_version: number;
  state: OccurrenceState;
  /** Missed in a row before this one. */
  missed_before: Generated<number>;
  /** When an open occurrence gives way to the next. */
  missed_at: string | null;
  closed_at: string | null;
  /** A person, as is whose turn it is. */
  done_by: string | null;
  turn_person_id: string | null;
  /**
   * Calendar programs know it by this, whatever becomes of it. Null until it has been open or done.
   */
  uid: string | null;
}
