/** A link to a child's own page. */
export interface ChildPageTable {
  id: string;
  person_id: string;
  /** The account that made it. */
  made_by: string;
  token_hash: string;
  made_at: string;
  /** When the page was last opened, to the hour. */
  last_used_at: string | null;
}

/** A household that wants stars for its children. */
export interface StarHouseholdTable {
  household_id: string;
  turned_on_at: string;
}

/** Stars that a child has got: for a task, or for what a parent wrote. */
export interface ChildStarTable {
  id: string;
  person_id: string;
  stars: number;
  task_id: string | null;
  reason: string | null;
  /** Who ticked the task, or gave the stars: an account, or a person on their own page. */
  given_by: string | null;
  given_by_person: string | null;
  given_at: string;
}

/** What a child collects stars for. */
export interface ChildGoalTable {
  person_id: string;
  words: string;
  stars: number;
  /** The stars that went into goals that were reached before. */
  used_before: number;
  set_at: string;
}
