import type { ExpressionBuilder } from "kysely";
import type { Database } from "#db/schema.ts";
import { startOfToday } from "./due.server.ts";

/** Instants. */
export interface Clock {
  now: string;
  startOfToday: string;
}

export const clockOf = ({ timeZone }: { timeZone: string }, now: string): Clock => ({
  now,
  startOfToday: startOfToday(now, timeZone),
});

/** Tests whether a task is overdue: its time has passed, or its day if no time was said. */
export const isOver = (
  { eb, or, and }: ExpressionBuilder<Database, "tasks">,
  { now, startOfToday: today }: Clock,
) =>
  and([
    eb("tasks.due_date", "<", now),
    or([eb("tasks.due_has_time", "=", 1), eb("tasks.due_date", "<", today)]),
  ]);
