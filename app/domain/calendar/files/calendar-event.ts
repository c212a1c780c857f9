import { laterBy, secondsBetween } from "#app/domain/core/time.ts";
import { collapseWhitespace, stripControlCharacters } from "#app/domain/core/zod.ts";
import type { Bit, Category } from "#db/schema.ts";
import { eventDurationHours } from "./template-link.ts";

interface CalendarTask {
  id: string;
  title: string;
  description: string | null;
  category: Category;
  /** UTC, ISO 8601. */
  due_date: string;
  is_completed: Bit;
  created_at: string;
  deleted_at: string | null;
  version: number;
}

/** Instants are UTC, ISO 8601. */
export interface CalendarEvent {
  /** The same in every file and feed, so that calendar programs recognize the task. */
  uid: string;
  sequence: number;
  start: string;
  end: string;
  createdAt: string;
  /** At or after the last change. */
  changedAt: string;
  summary: string;
  description: string | null;
  url: string | null;
  category: Category;
  status: "CONFIRMED" | "CANCELLED";
  /** Seconds before the start; negative means after it. */
  alarms: number[];
}

interface EventContext {
  /** Defaults to the task's id. */
  uid: string | undefined;
  changedAt: string;
  url: string | null;
  remindersAt: readonly string[];
}

/** Events have no "done" status (RFC 5545, section 3.8.1.11), so the title shows it. */
export function toCalendarEvent(
  task: CalendarTask,
  { uid, changedAt, url, remindersAt }: EventContext,
): CalendarEvent {
  const { id, due_date: start, deleted_at, is_completed } = task;
  const description = [
    task.description && stripBidiControls(stripControlCharacters(task.description)),
    url,
  ]
    .filter(Boolean)
    .join("\n\n");
  return {
    uid: uid ?? id,
    sequence: task.version,
    start,
    end: laterBy(start, { hours: eventDurationHours }),
    createdAt: task.created_at,
    changedAt,
    summary: (is_completed ? "✓ " : "") + stripBidiControls(collapseWhitespace(task.title)).trim(),
    description: description || null,
    url,
    category: task.category,
    status: deleted_at ? "CANCELLED" : "CONFIRMED",
    alarms: deleted_at || is_completed ? [] : remindersAt.map((at) => secondsBetween(at, start)),
  };
}

/** Removes characters that could reorder the text on screen (UAX #9, embeddings and isolates). */
function stripBidiControls(text: string): string {
  return text.toWellFormed().replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}
