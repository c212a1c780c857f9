import { laterBy, secondsBetween } from "#app/domain/core/time.ts";
import { collapseWhitespace, stripControlCharacters } from "#app/domain/core/zod.ts";
import type { Bit, Category } from "#db/schema.ts";
import { eventHours } from "./template-link.ts";

/** A task with a date, as far as a calendar is told of it. */
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

/** One entry of a calendar file; instants are UTC, ISO 8601. */
export interface CalendarEvent {
  /** The same wherever the task's entry is found, so that a program knows it again. */
  uid: string;
  sequence: number;
  start: string;
  end: string;
  createdAt: string;
  /** When what the entry says was last another at the latest. */
  changedAt: string;
  summary: string;
  description: string | null;
  /** Where the task is to be found. */
  url: string | null;
  category: Category;
  status: "CONFIRMED" | "CANCELLED";
  /** Seconds before the start; negative ones come after it. */
  alarms: number[];
}

interface Surroundings {
  changedAt: string;
  url: string | null;
  /** Instants. */
  remindersAt: readonly string[];
}

/**
 * The task's entry. A calendar knows no "done" (RFC 5545, section 3.8.1.11): that is said in the title. One that is
 * deleted is cancelled, and its sequence has grown, so that programs that keep what they once had drop it.
 */
export function calendarEventOf(task: CalendarTask, { changedAt, url, remindersAt }: Surroundings): CalendarEvent {
  const { id, due_date: start, deleted_at, is_completed } = task;
  const description = [task.description && plain(stripControlCharacters(task.description)), url]
    .filter(Boolean)
    .join("\n\n");
  return {
    uid: id,
    sequence: task.version,
    start,
    end: laterBy(start, { hours: eventHours }),
    createdAt: task.created_at,
    changedAt,
    summary: (is_completed ? "✓ " : "") + plain(collapseWhitespace(task.title)).trim(),
    description: description || null,
    url,
    category: task.category,
    status: deleted_at ? "CANCELLED" : "CONFIRMED",
    alarms: deleted_at || is_completed ? [] : remindersAt.map((at) => secondsBetween(at, start)),
  };
}

/** Without what makes a line read in another order than it is written (Unicode's UAX #9, embeddings and isolates). */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}
