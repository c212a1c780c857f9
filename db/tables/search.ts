/**
 * The words of a task. The full-text index `search_words` has a row with the same id. Each column
 * is a list of words separated by blanks.
 */
export interface SearchEntryTable {
  /** Null only as it is inserted: SQLite chooses it. */
  id: number | null;
  task_id: string;
  /** One word, for the household. */
  place: string;
  words: string;
  people: string;
  /** The words, each without one of its letters. */
  slips: string;
}

/** A household whose tasks the worker indexes. */
export interface HouseholdToIndexTable {
  household_id: string;
  asked_at: string;
}
