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
  problem: "grant_gone" | "calendar_gone" | null;
  connected_at: string;
  last_saved_at: string | null;
}

export interface CalendarEntryTable {
  id: string;
  /** Null for the recurring event of a series. */
  task_id: string | null;
  series_id: string | null;
  user_id: string;
  /** Chosen by us; replaced when the user deletes the event. */
  event_id: string;
  calendar_id: string | null;
  is_there: Generated<Bit>;
  is_asked: Generated<Bit>;
  is_by_hand: Generated<Bit>;
  /** False once the user deleted it in their calendar. */
  is_followed: Generated<Bit>;
  /** The last enqueued state of the task (app/domain/calendar/entries/entry-content.ts). */
  content: string;
  revision: Generated<number>;
  created_at: string;
}

export interface CalendarFeedTable {
  id: string;
  user_id: string;
  version: Generated<number>;
  categories: string;
  created_at: string;
  changed_at: string;
}
