import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import type { Database } from "#db/schema.ts";
import { canBeDone, findTaskOrDeleted, type Task } from "../find-tasks.server.ts";

/**
 * Returns "Sam moved this to today at 3:00 PM". Null unless the task is still open and has another
 * date than the one seen.
 * @param seenDue as in `Sent`
 */
export async function describeMove(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  seenDue: string | undefined,
  now: string = nowIso(),
): Promise<string | null> {
  const task = await findTaskOrDeleted(db, viewer, id);
  if (!task || !canBeDone(task) || !isMoved(task, seenDue)) return null;
  const { due_date: instant, due_time_zone: timeZone, moved_by: by } = task;
  const to = instant && timeZone ? formatDue({ instant, timeZone }, viewer.timeZone, now) : null;
  if (!by) return to ? `This is due ${to} now` : "This has no date anymore";
  const name = (await findPeople(db, [by])).get(by)?.firstName ?? "Someone in your household";
  const mover = by === viewer.userId ? "You" : name;
  return to ? `${mover} moved this to ${to}` : `${mover} removed its date`;
}

/** @param seenDue as in `Sent`: an unknown date counts as the present one */
export function isMoved(
  { due_local }: Pick<Task, "due_local">,
  seenDue: string | undefined,
): boolean {
  return seenDue !== undefined && (due_local ?? "") !== seenDue;
}
