import type { Transaction } from "kysely";
import type { TaskPlan } from "#app/domain/tasks/adding/plan-tasks.server.ts";
import { savePlan } from "#app/domain/tasks/adding/save-plan.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply, Talk } from "./talk.ts";
import { gotIt } from "./reply-texts.ts";

/** Leaves turns to the pages: they would have Mila write to others. */
export async function addByText(
  trx: Transaction<Database>,
  plan: TaskPlan,
  { user, now }: Pick<Talk, "user" | "now">,
): Promise<Reply> {
  const repeating = plan.repeating.map((one) => ({ ...one, turns: null }));
  const hasTurns = plan.repeating.some(({ turns }) => turns !== null);
  const added = await savePlan(trx, user, { ...plan, repeating });
  const taskIds = added.map(({ id }) => id);
  const byId = await findTasks(trx, taskIds);
  const tasks = taskIds.flatMap((id) => byId.get(id) ?? []);
  return { text: gotIt(tasks, { timeZone: user.timeZone, now, hasTurns }), type: "added", taskIds };
}
