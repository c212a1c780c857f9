import type { Kysely } from "kysely";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { findCardSeries, findPresent } from "../card-series.server.ts";
import { skipOccurrence } from "./skip.server.ts";

interface Deleted {
  taskId: string;
  isDone: boolean;
  /** True if only this date of a series was skipped. */
  isSkipped: boolean;
  /** True if the series ends with it. */
  endsSeries: boolean;
}

/**
 * Deletes a task, and with scope "all" the series that it belongs to. With "one" the next date of a
 * series opens.
 */
export async function deleteInScope(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  scope: "one" | "all" | undefined,
): Promise<Deleted> {
  // The task may have been done since the page was opened: it then stays, and no other follows.
  const taskId = (scope === "all" && (await findPresent(db, viewer, id))) || id;
  const [repeats] = (await findCardSeries(db, viewer, [taskId])).values();
  if (repeats && scope === "one") {
    const isDone = await skipOccurrence(db, viewer, taskId);
    return { taskId, isDone, isSkipped: true, endsSeries: false };
  }
  const isDone = await deleteTask(db, viewer, taskId);
  return { taskId, isDone, isSkipped: false, endsSeries: repeats?.isOpen ?? false };
}
