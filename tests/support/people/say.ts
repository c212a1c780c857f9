import type { Kysely } from "kysely";
import "#app/domain/wiring/rules.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import type { Database } from "#db/schema.ts";
import type { TestFamily } from "../records/family.ts";

export async function addTask(
  db: Kysely<Database>,
  family: TestFamily,
  request: { text: string; requestId?: string; now?: string },
): Promise<AddedTask> {
  const tasks = await addTasks(db, family, request, () => undefined);
  if ("refused" in tasks) throw new Error(`"${request.text}" was one too many`);
  const [task] = tasks;
  if (!task || tasks.length > 1) throw new Error(`"${request.text}" made ${tasks.length} tasks`);
  return task;
}
