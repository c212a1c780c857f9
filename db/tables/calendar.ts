// Whose tasks go into which calendar, and what calendar programs are given. Conventions: db/schema.ts.
import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** Somebody's Google Calendar. Being able to sign in with Google is another matter (google_accounts). */
export interface CalendarConnectionTable {
  user_id: string;
  /** Google's own id of the person; one account serves one user. */
  sub: string;
  /** As Google last said it, in lower case; for people to tell which account it is. */
  email: string;
  /** Sealed (app/domain/core/encryption.server.ts), bound to the user. */
  refresh_token: string;
  /** Where new entries go: Google's id, or "primary". */
  calendar_id: Generated<string>;
  calendar_name: string | null;
  /** What the user has to do something about before anything more goes there. */
  problem: "grant_gone" | "calendar_gone" | null;
  connected_at: string;
  last_saved_at: string | null;
}

/** A task in one person's calendar, or on its way there. */
export interface CalendarEntryTable {
  id: string;
  task_id: string;
  user_id: string;
  /** Google's id of the event, chosen here; another one once the event was taken out. */
  event_id: string;
  /** The calendar that it was sent to: it may be there. Null while it surely is not. */
  calendar_id: string | null;
  /** Google has said that it is there. */
  is_there: Generated<Bit>;
  /** They pressed the button, and it has not arrived since. */
  is_asked: Generated<Bit>;
  /** They pressed it at some time; else it came by itself, as theirs to do. */
  is_by_hand: Generated<Bit>;
  /** Not any more once they took it out of their calendar themselves. */
  is_followed: Generated<Bit>;
  /** The state of the task that was last put on its way (app/domain/calendar/entries/entry-content.ts). */
  content: string;
  /** Grows with each that is. */
  revision: Generated<number>;
  created_at: string;
}

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
