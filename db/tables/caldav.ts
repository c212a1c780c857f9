import type { Generated } from "kysely";

/** The last change of each household that CalDAV clients can read. */
export interface DavStateTable {
  household_id: string;
  /** Part of every sync token. A restore replaces it, so that clients read everything again. */
  epoch: string;
  /** The position of the latest change. Every change counts it up. */
  position: number;
  /** Deletions up to it are forgotten. */
  floor: Generated<number>;
  /** The household's revision, and the day in UTC, when changes were last looked for. */
  seen_revision: number;
  seen_on: string;
}

/** The color, order and address that clients have given a calendar. */
export interface DavCalendarTable {
  household_id: string;
  /** The calendar's part of addresses. A client chooses it for a list that it makes. */
  segment: string;
  /** The list that a client made by this name. */
  list_id: string | null;
  /** #RRGGBB or #RRGGBBAA. */
  color: string | null;
  display_order: number | null;
}

/** A task, a series or an item of a list, as clients know it. */
export interface DavObjectTable {
  household_id: string;
  /** The segment of its calendar. */
  calendar: string;
  /** Its file name, which a client may have chosen. */
  name: string;
  uid: string;
  /** The id of a series, of a task, or of a list's item. */
  subject_id: string;
  /** Its task, of a series the open one. Null for an item. */
  task_id: string | null;
  /** The client's own text. Null for what Mila made. */
  content: string | null;
  /** JSON: the fields that the client's text stands for. */
  fields: string | null;
  /** JSON: the last states that clients may have read, the newest last. */
  states: string | null;
  /** It differs once the object has changed. */
  fingerprint: string;
  /** The position of its last change. */
  position: number;
  /** Set while it is not in the calendar. */
  deleted_at: string | null;
  /** The account whose client deleted it while it was open. */
  deleted_by: string | null;
  /** Set while Mila keeps what a client has deleted, and waits for a person's word. */
  held_at: string | null;
}
