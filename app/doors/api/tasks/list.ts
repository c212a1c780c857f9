import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { retentionDays } from "#app/domain/tasks/changing/purge.server.ts";
import { keyOf, listTaskPage, type TaskPage } from "#app/domain/tasks/lists/task-page.server.ts";
import { encodeCursor, linkToNext, readCursor } from "../cursor.ts";
import { operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { taskPage, taskQuery } from "./schemas.ts";
import { viewTasks } from "#app/domain/webhooks/task-body.server.ts";

export const listTasks = operation({
  id: "listTasks",
  method: "get",
  path: "/tasks",
  access: "read",
  tag: "Tasks",
  summary: "List tasks",
  details:
    "Page by page: ask again with `next_cursor`. With `updated_since`, only what has changed.",
  query: taskQuery,
  answers: {
    200: { description: "A page of tasks.", schema: taskPage, headers: ["ETag", "Link"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  isKept: true,
  run: async ({ db, viewer, query, origin }) => {
    const page = toPage(query, viewer.timeZone);
    const found = await listTaskPage(db, viewer, page);
    const rows = found.slice(0, query.limit);
    const last = found.length > query.limit ? rows.at(-1) : undefined;
    const next = last ? encodeCursor(query.sort, [keyOf(last, page.order), last.id]) : null;
    const kept = rows.filter(({ deleted_at }) => deleted_at === null);
    const body = {
      tasks: await viewTasks(db, kept),
      deleted: rows.flatMap(({ id, deleted_at, changed_at, created_at }) =>
        deleted_at === null ? [] : [{ id, deleted_at, updated_at: changed_at ?? created_at }],
      ),
      next_cursor: next,
    };
    return { status: 200, body, headers: linkToNext(`${origin}/api/v1/tasks`, query, next) };
  },
});

type Query = ReturnType<typeof taskQuery.parse>;

function toPage(query: Query, timeZone: string): TaskPage {
  const [value = "", id = ""] = query.cursor ? readCursor(query.sort, query.cursor) : [];
  const toInstant = (moment: string | undefined) =>
    moment?.length === 10 ? dueColumns(`${moment}T00:00`, timeZone).due_date! : moment;
  const oldest = earlierBy(nowIso(), { hours: 24 * retentionDays });
  if (query.updated_since !== undefined && query.updated_since < oldest) {
    const message = `Deleted tasks are kept for ${retentionDays} days. Read everything again.`;
    throw new Problem("bad_request", message, { errors: [{ field: "updated_since", message }] });
  }
  return {
    order: query.sort.replace("-", "") as TaskPage["order"],
    isDescending: query.sort.startsWith("-"),
    after: query.cursor ? { value, id } : null,
    most: query.limit,
    category: query.category,
    isCompleted: query.is_completed,
    dueBefore: toInstant(query.due_before),
    dueAfter: toInstant(query.due_after),
    changedSince: query.updated_since,
    whose: query.who,
    aboutId: query.about,
  };
}
