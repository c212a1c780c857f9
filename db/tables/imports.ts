/** A file with which somebody brings tasks from another program. */
export interface ImportTable {
  id: string;
  household_id: string;
  /** Null once the account has ended. Nobody sees the import then. */
  user_id: string | null;
  format: ImportFormat;
  file_name: string;
  state: ImportState;
  /** JSON: `ImportSummary`. */
  summary: string;
  /** JSON: the ids of the household's people by the names that the file has. */
  people: string;
  created_at: string;
  /** From when on the worker takes its next batch, after those of others that are earlier. */
  next_at: string;
  /** Why the rest of the file stays out: a sentence for the person. */
  stopped_because: string | null;
}

export type ImportFormat =
  | "todoist"
  | "ticktick"
  | "google"
  | "trello"
  | "vikunja"
  | "tududi"
  | "donetick"
  | "calendar"
  | "spreadsheet"
  | "mila";

/**
 * "reading": the file is not read to its end. "waiting": the person looks at the preview. The
 * worker goes on with what is "running" or "undoing".
 */
type ImportState = "reading" | "waiting" | "running" | "done" | "undoing" | "undone";

/** A task or an item of the file. */
export interface ImportRowTable {
  import_id: string;
  /** Its place in the file, from 1. */
  number: number;
  /** A hash, by which the same row of a later file is known. */
  source_key: string;
  state: ImportRowState;
  /**
   * JSON: `ImportedRow`. Null once it was taken, because its words are in the task then. A change
   * keeps the task's earlier state instead, until the task is purged.
   */
  content: string | null;
  /** Null also for an item of a list, and for a task that was purged. */
  task_id: string | null;
  /** When it was taken. The undo leaves alone what somebody changed later. */
  taken_at: string | null;
}

/**
 * "known": an earlier import brought it. "changed": it changed a task that was here. "kept":
 * somebody has changed the task since, so the undo left it alone. A row that was taken back is
 * deleted.
 */
type ImportRowState = "waiting" | "added" | "changed" | "known" | "refused" | "kept";
