// What is to be done, and when one is reminded of it. Conventions: db/schema.ts.
import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";
import type { DelegationStatus } from "#db/tables/delegations.ts";

export type Category = "Kids" | "Household" | "Elders";
/** Dormant: its task is done, deleted or without a date, or its time had passed before it could be made. */
type ReminderStatus = "pending" | "sent" | "cancelled" | "dormant";

/** What somebody did to a task with one press. */
export type TaskMark = "completed" | "reopened" | "deleted" | "restored";

export interface TaskTable {
  id: string;
  household_id: string;
  /** Who made it. */
  user_id: string;
  title: string;
  category: Category;
  description: string | null;
  /** The instant; beside it the wall clock (YYYY-MM-DDTHH:mm) and the zone in which it was said. All three or none. */
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  is_completed: Generated<Bit>;
  created_at: string;
  delegated_to: string | null;
  assignee: string | null;
  delegation_status: Generated<DelegationStatus>;
  /** Grows with every change, so that an edit form can tell that somebody was faster. */
  version: Generated<number>;
  /** Set while it can still be brought back. */
  deleted_at: string | null;
  /** Overdue, and skipped: not to be asked about before this instant. */
  overdue_skipped_until: string | null;
  /** Tells the same form sent twice (a hash of form and text). */
  request_id: string | null;
  /** Which of these was the last, who did it (null: somebody by a delegation's link, or whose account is gone) and when. */
  marked_as: TaskMark | null;
  marked_by: string | null;
  marked_at: string | null;
}

/** One of a task's reminders to one person; a row stays when it is sent, cancelled or not needed for now. */
export interface ReminderTable {
  id: string;
  task_id: string;
  user_id: string;
  /** From the person's preferences, or asked for on the task itself. */
  origin: "preference" | "custom";
  /** Whole days are days of the wall clock (two days before is the same time of day), all else real time. */
  minutes_before: number;
  /** What it is about: the task's title. */
  message: string;
  /** When the rule puts it; scheduled_at is later when it was snoozed. */
  planned_at: string;
  scheduled_at: string;
  status: ReminderStatus;
}

/** How a due date was read from what was said. It stands as long as the task is still as it was read. */
export interface DueReadingTable {
  task_id: string;
  /** The words that made the date, as they were said. */
  words: string;
  title: string;
  description: string | null;
  due_local: string;
  due_time_zone: string;
  /** The title with those words in it, for when they were no date. */
  undated_title: string;
}
