// What calendar programs are given. Conventions: db/schema.ts.
import type { Generated } from "kysely";

/** The household's tasks for one user's calendar programs. Its link is computed from id and version. */
export interface CalendarFeedTable {
  id: string;
  /** A user has one at most. */
  user_id: string;
  /** Of its link: a new one ends the old. */
  version: Generated<number>;
  /** What it shows: categories with commas between them. */
  categories: string;
  created_at: string;
  /** When it was last given another link, or other categories. */
  changed_at: string;
}
