import type { Transaction } from "kysely";
import { deleteTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply, Talk } from "./talk.ts";
import { takeLastUndoable } from "./chat-requests.server.ts";
import { nothingToUndo, undone } from "./reply-texts.ts";

/** Takes back what the user's last text added or completed. */
export async function undoLast(trx: Transaction<Database>, { user, now }: Talk): Promise<Reply> {
  const last = await takeLastUndoable(trx, user.userId, now);
  const changed: string[] = [];
  for (const id of last?.taskIds ?? []) {
    const isChanged =
      last?.type === "added" ? await deleteTask(trx, user, id) : await reopenTask(trx, user, id);
    if (isChanged) changed.push(id);
  }
  const tasks = await findTasks(trx, changed);
  const found = changed.flatMap((id) => tasks.get(id) ?? []);
  const titles = found.map(({ title }) => title);
  // One that was done late is missed again.
  const isOpen = found.every(({ deleted_at }) => !deleted_at);
  const text = titles.length > 0 ? undone(titles, { isOpen }) : nothingToUndo();
  return { text, type: "other", taskIds: changed };
}
