import type { Due, Duration } from "../types.ts";

/** A text may ask for something other than a new task. */
export type Intent = Question | Change | Items;

export interface Question {
  type: "question";
  /** The words that are sought, as said; null if only a day or a person is. */
  words: string | null;
  /** A date as YYYY-MM-DD. */
  day: string | null;
  /** The last day, if a whole week, weekend or month is asked for. */
  until: string | null;
  /** A family member's name, as the household writes it. */
  who: string | null;
  /** Tasks that are overdue or done may be asked for. */
  status: "open" | "overdue" | "done";
}

export interface Change {
  type: "change";
  action: Action;
  /** The words of the task that changes, as said; null for an undo. */
  words: string | null;
  /** The day of the task that changes, as YYYY-MM-DD. */
  day: string | null;
  /** The last day, if it is a task of a week, a weekend or a month. */
  until: string | null;
  who: string | null;
  /** The writer gets the task: "I'll take the trash". */
  isMine: boolean;
  /** A move goes to this time. */
  due: Due | null;
  /** The parts of `due` that were said: a task that moves keeps the other one. */
  said: { day: boolean; time: boolean };
  /** A move goes this much later; negative is earlier. */
  later: Duration | null;
}

export type Action = "move" | "cancel" | "complete" | "delete" | "assign" | "undo";

export interface Items {
  type: "items";
  /** The list is named "Shopping" or "Packing". */
  list: string;
  items: string[];
}
