import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { formatDate, formatTime, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";
import {
  listDeletedBetween,
  listDeletedTasks,
} from "#app/domain/tasks/lists/deleted-tasks.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { bringBack } from "./items-and-tasks.server.ts";

/** The most tasks on a page, and the most that one press restores. */
const pageSize = 50;

interface DeletedTask {
  id: string;
  title: string;
  category: Category;
  due: DueView | null;
  /** "by you, today at 8:10 PM"; without a name if that is not known. */
  deleted: string;
}

interface DeletedPage {
  /** The latest come first. */
  tasks: DeletedTask[];
  /** The instants at which the last and the first of them were deleted; null if there are none. */
  span: { from: string; until: string } | null;
  /** Where older ones begin; null if there are none. */
  older: string | null;
}

/** @param before a place that `older` named */
export async function findDeletedPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { before, now }: { before: string | null; now: string },
): Promise<DeletedPage> {
  const [at = "", id = ""] = before?.split("~") ?? [];
  const place = before === null ? null : { at, id };
  const rows = await listDeletedTasks(db, viewer, { before: place, max: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const deleters = new Set(shown.flatMap(({ marked_by }) => marked_by ?? []));
  const people = await findPeople(db, [...deleters]);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    tasks: shown.map(({ id: taskId, title, category, deleted_at, marked_by, ...due }) => {
      const isOwn = marked_by === viewer.userId;
      const name = isOwn ? "you" : people.get(marked_by ?? "")?.firstName;
      const when = whenDeleted(deleted_at!, viewer.timeZone, now);
      return {
        id: taskId,
        title,
        category,
        due: viewDue(due, viewer.timeZone, now),
        deleted: name && due.marked_as === "deleted" ? `by ${name}, ${when}` : when,
      };
    }),
    span: first && last ? { from: last.deleted_at!, until: first.deleted_at! } : null,
    older: last && rows.length > shown.length ? `${last.deleted_at}~${last.id}` : null,
  };
}

/**
 * Restores what a page showed as deleted, and returns how many tasks that were. A date from which a
 * series has gone on stays as it is.
 */
export async function restoreDeleted(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  span: { from: string; until: string },
): Promise<{ restored: number; kept: number }> {
  const ids = await listDeletedBetween(db, viewer, { ...span, max: pageSize });
  let restored = 0;
  for (const id of ids) if ((await bringBack(db, viewer, id)) === true) restored += 1;
  return { restored, kept: ids.length - restored };
}

function whenDeleted(at: string, timeZone: string, now: string): string {
  const [day, today] = [at, now].map((instant) =>
    wallClockAt(instant, timeZone).toPlainDate().toString(),
  );
  return day === today ? `today at ${formatTime(at, timeZone)}` : formatDate(at, timeZone, now);
}
