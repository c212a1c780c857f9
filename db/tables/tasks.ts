import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";
import type { DelegationStatus } from "#db/tables/delegations.ts";

export type Category = "Kids" | "Household" | "Elders";
/**
 * "dormant": the task is completed, deleted or undated, and the time is still ahead. "lapsed": the
 * time passed while it was, or had passed when the reminder was planned.
 */
type ReminderStatus = "pending" | "sent" | "cancelled" | "dormant" | "lapsed";

export type TaskMark = "completed" | "reopened" | "deleted" | "restored";

export interface TaskTable {
  id: string;
  household_id: string;
  user_id: string;
  title: string;
  category: Category;
  description: string | null;
  /**
   * An instant, with the wall clock (YYYY-MM-DDTHH:mm) and zone in which it was set. All three are
   * set or none.
   */
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  /** False if only a day was said: the time is then a usual one. Means nothing without a date. */
  due_has_time: Generated<Bit>;
  /**
   * The user who set or removed its date. Null for the first date, a date from its series, and a
   * deleted account.
   */
  moved_by: string | null;
  is_completed: Generated<Bit>;
  /** When it was done, if known; a task that was done late counts for its own date. */
  done_at: string | null;
  created_at: string;
  /** The person who was asked to take it on. */
  delegated_to: string | null;
  /** The assignee: a person, or else a name as it was written. At most one is set. */
  assignee_id: string | null;
  assignee_name: string | null;
  /** The person whom it is about, such as the child who has to go to the dentist. */
  about_id: string | null;
  /** True if the assignee has the turn and was not assigned by hand. */
  has_turn: Generated<Bit>;
  delegation_status: Generated<DelegationStatus>;
  version: Generated<number>;
  /** Set while the task can be restored, and while `is_ahead`. */
  deleted_at: string | null;
  /**
   * True for a date of a series that is not open yet: nobody sees it, but its reminders are sent.
   */
  is_ahead: Generated<Bit>;
  /** True if its series went on without it. Nobody sees it until someone says that it was done. */
  was_missed: Generated<Bit>;
  /** True once it has had a checklist, so that other tasks are not asked for theirs. */
  has_checklist: Generated<Bit>;
  overdue_skipped_until: string | null;
  /** A hash of form and text, to detect a form submitted twice. */
  request_id: string | null;
  /** When any of this changed last. */
  changed_at: string | null;
  /** The last action, its time and its user (null: by a delegation link or a deleted account). */
  marked_as: TaskMark | null;
  marked_by: string | null;
  marked_at: string | null;
  /** The person who took the last action without an account, on their own page. */
  marked_person: string | null;
}

export interface ReminderTable {
  id: string;
  task_id: string;
  user_id: string;
  origin: "preference" | "custom";
  /** Whole days are calendar days (the same time of day), anything else is elapsed time. */
  minutes_before: number;
  message: string;
  /** The time by the rule; after a snooze, scheduled_at is later. */
  planned_at: string;
  scheduled_at: string;
  /** The plan that was snoozed last, and until when: both count again if the task's date does. */
  snoozed_plan: string | null;
  snoozed_until: string | null;
  status: ReminderStatus;
  /** When the user confirmed on a page that they saw it. */
  seen_at: string | null;
  /**
   * When to check whether it must be repeated: by the next channel, or because its task is not
   * done.
   */
  follow_up_at: string | null;
  /** True if the next task of a series gets it too. */
  repeats: Generated<Bit>;
}

/** Parts of a task that someone can edit. */
export type EditedPart = "title" | "description" | "category" | "due" | "assignee" | "about";

/** A user's change to a task. Its requests and its series record everything else. */
export interface TaskEventTable {
  task_id: string;
  id: string;
  /** The user who did it. Null if their account has ended, or nobody did it. */
  acted_by: string | null;
  acted_at: string;
  /** The person who did it without an account, on their own page. */
  acted_person: string | null;
  /** Null if they edited it. */
  mark: TaskMark | "skipped" | "missed" | null;
  /** The edited parts, separated by commas. */
  edited: string | null;
  /** Both are instants, and null without a date. */
  due_before: string | null;
  due_after: string | null;
  /** The wall clock of `due_before`. Null also for events from before an update. */
  local_before: string | null;
  /** `due_has_time` before. Null like `local_before`. */
  had_time: Bit | null;
  /** The new assignee: a person, or else a name as it was written. */
  given_to: string | null;
  given_name: string | null;
  /** The assignee before, and if it was their turn. Null also for events from before an update. */
  taken_from: string | null;
  taken_name: string | null;
  had_turn: Bit | null;
  /** The persons whom it was about, if that was edited. */
  about_before: string | null;
  about_after: string | null;
  /** Shared by the events of tasks that were changed at once. */
  changed_with: string | null;
}

/** The words that set a due date, as long as the task is unchanged. */
export interface DueReadingTable {
  task_id: string;
  words: string;
  title: string;
  description: string | null;
  due_local: string;
  due_time_zone: string;
  /** The title with those words, restored when the date is cleared. */
  undated_title: string;
  /** The requested wall clock, if a clock change skips it. */
  skipped_local: string | null;
}

/**
 * Mila's reading and its certainty. A part is valid until that part of the task changes. Lists are
 * JSON.
 */
export interface TaskReadingTable {
  task_id: string;
  title: string;
  category: Category;
  other_categories: string;
  due_local: string | null;
  other_dues: string;
  is_time_said: Bit;
  /** True if someone chose it from the alternatives. */
  is_category_chosen: Generated<Bit>;
  /** Words that name a day which is past, impossible or unreadable. */
  not_understood: string | null;
  /** True if these words name a time that has passed. */
  has_passed: Generated<Bit>;
  /** Words about the repetition of a task that does not repeat. */
  unread_repetition: string | null;
  /** Words of the request that no task has. Null once somebody has edited or moved the task. */
  unused: string | null;
}

/** A task that waits for the effects of a change of its household. */
export interface TaskToAnnounceTable {
  task_id: string;
  household_id: string;
  /** Newly planned reminders are sent if they fall due after this instant. */
  changed_at: string;
  /** Later than the change if it failed. */
  run_at: string;
}

/**
 * A change that concerns all of a household's future tasks, which the worker adds to
 * tasks_to_announce.
 */
export interface HouseholdToAnnounceTable {
  household_id: string;
  /** When the earliest of its changes was made. */
  changed_at: string;
  /** The number of waiting changes. */
  changes: Generated<number>;
}

/** A change that a page stored while it had no connection, and its outcome. */
export interface SentChangeTable {
  user_id: string;
  change_id: string;
  /** Null if it was saved. */
  refused_because: string | null;
  answered_at: string;
}

/** An item of a task's checklist. */
export interface ChecklistItemTable {
  id: string;
  task_id: string;
  name: string;
  /** Its place in the list; the smallest is the first. */
  place: number;
  /** The request that added it, by which a request that comes twice is one. */
  added_request: string;
  /** Set while it is ticked. */
  ticked_at: string | null;
  /** When it was last ticked or brought back on a phone. Earlier changes no longer count. */
  tick_changed_at: string | null;
  /** Null until somebody changes an item that a repeating task has brought. */
  changed_at: string | null;
  deleted_at: string | null;
}
