import type { Transaction } from "kysely";
import type { TaskPlan } from "#app/domain/tasks/adding/plan-tasks.server.ts";
import { savePlan } from "#app/domain/tasks/adding/save-plan.server.ts";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { listTooEarly } from "#app/domain/series/reminder-reach.server.ts";
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
  const unread =
    plan.readings.find(({ unread_repetition }) => unread_repetition)?.unread_repetition ?? null;
  const isTooEarly = (await listTooEarly(trx, user.userId, taskIds)).length > 0;
  const said = {
    timeZone: user.timeZone,
    now,
    hasTurns,
    repeats: describeFirst(plan),
    unread,
    isTooEarly,
  };
  return { text: gotIt(tasks, said), type: "added", taskIds };
}

/** "every Monday" */
function describeFirst({ repeating, contents }: TaskPlan): string | null {
  const [first] = repeating;
  const startsOn = contents
    .find(({ id }) => id === first?.taskId)
    ?.due_local?.slice(0, "YYYY-MM-DD".length);
  const words = first && startsOn ? describeRepeats(first.repeats, startsOn) : null;
  return words && words.charAt(0).toLowerCase() + words.slice(1);
}
