import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** The connection to a calendar. Signing in with Google is separate (google_accounts). */
export interface CalendarConnectionTable {
  user_id: string;
  /** Google's id of the person; one Google account serves one user. */
  sub: string;
  /** As Google last reported it, lower case, for display. */
  email: string;
  /** Encrypted for this user (app/domain/core/encryption.server.ts). */
  refresh_token: string;
  /** The calendar for new entries: Google's id or "primary". */
  calendar_id: Generated<string>;
  calendar_name: string | null;
  problem: "grant_gone" | "calendar_gone" | null;
  connected_at: string;
  last_saved_at: string | null;
  /** After a restore, the time of the backup with which it is being compared. Else null. */
  compare_since: string | null;
  /** The calendar's id and Google's token of the next page, separated by a space. */
  compare_page: string | null;
  /** When to continue; null if nothing is left to compare. */
  compare_at: string | null;
}

export interface CalendarEntryTable {
  id: string;
  /** Null for the recurring event of a series. */
  task_id: string | null;
  series_id: string | null;
  user_id: string;
  /** An id of our own; replaced when the user deletes the event. */
  event_id: string;
  /**
   * The calendar that contains it, or may contain it, whatever Google answered. Null if none ever
   * did.
   */
  calendar_id: string | null;
  /** Google's id of the person in whose calendar it is. They may have disconnected it since. */
  sub: string | null;
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

/**
 * A connection that ended with its account: future entries leave the calendar, then the grant is
 * revoked.
 */
export interface CalendarEndingTable {
  id: string;
  /** The user for whom the token is encrypted, who may be deleted. */
  user_id: string;
  sub: string;
  refresh_token: string;
  ended_at: string;
  /** Later than the end if Google did not answer. */
  run_at: string;
}

/** An event that must still be removed from the calendar. */
export interface CalendarRemovalTable {
  ending_id: string;
  event_id: string;
  calendar_id: string;
}

/** Why a calendar could not be read the last time. */
export type CalendarProblem =
  | "unanswered"
  | "failing"
  | "refused"
  | "gone"
  | "moved"
  | "too_large"
  | "no_calendar"
  | "lost_address";

/** The level of detail at which the week shows an account's Google calendar. */
export type GoogleDetail = "busy" | "titles";

/**
 * A calendar that a household shows in its week, such as the school's, a club's or a member's
 * connected Google calendar. Mila only reads it.
 */
export interface ShownCalendarTable {
  id: string;
  household_id: string;
  /** The account with which it ends. */
  added_by: string;
  /** As typed or, once it was read, as the calendar calls itself. Null until then. */
  name: string | null;
  host: string;
  /** The whole address, which is a secret: encrypted for this row's id. Empty for Google's. */
  address: string;
  /** Null for a calendar by its address. */
  google_detail: GoogleDetail | null;
  added_at: string;
  /** The validators of the last response (RFC 9110, 8.8). */
  etag: string | null;
  last_modified: string | null;
  /** The hash of its events: most files say only when they were made. */
  digest: string | null;
  /** When its events were last listed; they lie within some months of that day. */
  listed_at: string | null;
  /** Null while somebody waits for it to be read. */
  tried_at: string | null;
  /** When it was last read without a problem. */
  read_at: string | null;
  problem: CalendarProblem | null;
  /** The number of failures since then. */
  failures: Generated<number>;
  next_read_at: string;
  /** Since a restore, when it waits for Mila's owner. */
  held_at: string | null;
}

/**
 * An event on one of its dates. Times are written as the calendar means them: "2026-11-28" for whole
 * days, "2026-11-28T15:00" for the same time in every zone, and else as instants.
 */
export interface ShownEventTable {
  /** Left out as it is inserted: the database chooses it. */
  id: number | null;
  calendar_id: string;
  /** Empty if the household may not see it. */
  title: string;
  starts: string;
  /** Exclusive; the same as the start if the event takes no time. */
  ends: string;
}
