import type { Selectable } from "kysely";
import type { CalendarProblem, Database } from "#db/schema.ts";
import type { ListedEvent } from "./file/list-events.server.ts";

export type CalendarRow = Selectable<Database["shown_calendars"]>;

type Changes = Partial<
  Pick<CalendarRow, "etag" | "last_modified" | "digest" | "name" | "listed_at">
>;

/** The days whose events the week can show, YYYY-MM-DD. `before` is exclusive. */
export interface Days {
  from: string;
  before: string;
  today: string;
}

export type Reading =
  /** Keeps the events that were read before if `events` is missing. */
  | { status: "read"; changes: Changes; events?: ListedEvent[] }
  | { status: "failed"; problem: CalendarProblem; retryAfterSeconds?: number }
  /** The calendar has left the week. */
  | { status: "ended" };
