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
  /** False if its days have only a usual time, as in `due_has_time`. */
  has_time: Generated<Bit>;
  time_zone: string;
  /** A JSON list of dates (EXDATE). */
  excluded_on: Generated<string>;
  /** Each new occurrence gets the columns from here to `about_id`. */
  title: string;
  category: Category;
  description: string | null;
  assignee_id: string | null;
  assignee_name: string | null;
  about_id: string | null;
  /** A person who said yes to all, which takes precedence over the turns. */
  yes_person_id: string | null;
  created_at: string;
  /** A JSON list of names. A household may add dates for them later. */
  skipped_breaks: Generated<string>;
  /** The first date that may be an occurrence again. */
  paused_until: string | null;
  /** Set if nothing follows the open occurrence. */
  ended_at: string | null;
  /** When reminders of the next date ahead must be planned; null if there are none. */
  plans_at: string | null;
  /** True if its breaks changed. Planning it again moves its open occurrence out of them. */
  is_to_fit: Generated<Bit>;
  /** True if the person whose turn is open may be away. Planning it again passes the turn on. */
  is_turn_to_pass: Generated<Bit>;
}

/** Dates in which a household's series may pause. Several breaks may have the same name. */
export interface BreakTable {
  id: string;
  household_id: string;
  name: string;
  starts_on: string;
  /** The last day. */
  ends_on: string;
  created_at: string;
}

/** "ahead": not open yet, or not any more because the previous occurrence was reopened. */
type OccurrenceState = "open" | "done" | "skipped" | "missed" | "ahead";

/** The history of a series, its one open occurrence, and dates after it that have reminders. */
export interface SeriesOccurrenceTable {
  series_id: string;
  /** The household of its series. */
  household_id: Generated<string>;
  /**
   * Counts from 1: closed ones, the open one, those ahead. It is unique in its series, so that two
   * presses at the same time open only one next occurrence.
   */
  number: number;
  /** The rule's date, even if the occurrence was moved. */
  occurs_on: string;
  /** The date after this one; null for the last, and for a series that counts from completion. */
  next_on: string | null;
  /** Null once the task was purged. */
  task_id: string | null;
  /** The task's version when it was created: a higher one means that somebody changed it. */
  task_version: number;
  state: OccurrenceState;
  /** The number of occurrences missed in a row before this one. */
  missed_before: Generated<number>;
  /** When an open occurrence is replaced by the next. */
  missed_at: string | null;
  closed_at: string | null;
  /** The id of a person, like the next column. */
  done_by: string | null;
  turn_person_id: string | null;
  /**
   * Identifies it to calendar programs, even when it changes. Null until it has been open or done.
   */
  uid: string | null;
}
