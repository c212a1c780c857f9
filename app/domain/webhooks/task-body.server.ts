import type { Kysely } from "kysely";
import { findSeriesIds } from "#app/domain/series/occurrences/series.server.ts";
import type { PagedTask } from "#app/domain/tasks/lists/task-page.server.ts";
import type { Database } from "#db/schema.ts";

/** A task as other programs see it: in the API, and in messages to webhooks. */
export type TaskBody = ReturnType<typeof viewTask>;

function viewTask(row: PagedTask, seriesIds: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    description: row.description,
    due_date: row.due_date,
    due_local: row.due_local,
    due_time_zone: row.due_time_zone,
    due_has_time: row.due_date !== null && row.due_has_time === 1,
    is_completed: row.is_completed === 1,
    done_at: row.done_at,
    assignee: row.assignee,
    assignee_id: row.assignee_id,
    about: row.about,
    about_id: row.about_id,
    delegated_to: row.delegated_to,
    delegation_status: row.delegation_status,
    series_id: seriesIds.get(row.id) ?? null,
    created_at: row.created_at,
    updated_at: row.changed_at ?? row.created_at,
  };
}

export async function viewTasks(
  db: Kysely<Database>,
  rows: readonly PagedTask[],
): Promise<TaskBody[]> {
  const ids = rows.map(({ id }) => id);
  const seriesIds = await findSeriesIds(db, ids);
  return rows.map((row) => viewTask(row, seriesIds));
}
