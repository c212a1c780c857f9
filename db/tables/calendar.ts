// Conventions: db/schema.ts.
import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** Signing in with Google is separate (google_accounts). */
export interface CalendarConnectionTable {
  user_id: string;
  /** Google's id of the person; one Google account serves one user. */
  sub: string;
  /** As Google last reported it, lower case, for display. */
  email: string;
  /** Encrypted for this user (app/domain/core/encryption.server.ts). */
  refresh_token: string;
  /** Google's id or "primary"; for new entries. */
  calendar_id: Generated<string>;
  calendar_name: string | null;
  /** Nothing is sent until the user fixes it. */
  problem: "grant_gone" | "calendar_gone" | null;
  connected_at: string;
  last_saved_at: string | null;
}

export interface CalendarEntryTable {
  id: string;
  task_id: string;
  user_id: string;
  /** Chosen by us; replaced when the user deletes the event. */
  event_id: string;
  /** Set once the entry may be there. */
  calendar_id: string | null;
  is_there: Generated<Bit>;
  /** Requested by button and not yet saved. */
  is_asked: Generated<Bit>;
  /** Ever requested by button, else added by auto-save. */
  is_by_hand: Generated<Bit>;
  /** False once the user deleted it in their calendar. */
  is_followed: Generated<Bit>;
  /** The last enqueued state of the task (app/domain/calendar/entries/entry-content.ts). */
  content: string;
  /** Grows with each enqueued state. */
  revision: Generated<number>;
  created_at: string;
}

/** Its link is computed from id and version. */
export interface CalendarFeedTable {
  id: string;
  user_id: string;
  version: Generated<number>;
  /** Comma-separated. */
  categories: string;
  created_at: string;
  changed_at: string;
}
