import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { RepeatingTask } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { ruleFromRepeats } from "#app/domain/tasks/recurrence/schedule.server.ts";
import { startTurns } from "./changing-turns/start-turns.server.ts";
import { parseRule, writeRule } from "#app/domain/tasks/recurrence/rule.ts";

/** Makes tasks the first of their series. One whose rule is refused or that has no date stays a task for once. */
export async function startSeries(
  trx: Transaction<Database>,
  { tasks }: { tasks: RepeatingTask[] },
  now: string,
): Promise<void> {
  const found = await findTasks(
    trx,
    tasks.map(({ taskId }) => taskId),
  );
  for (const { taskId, repeats, turns } of tasks) {
    const task = found.get(taskId);
    if (!task?.due_local || !task.due_time_zone) continue;
    const [startsOn = "", time = ""] = task.due_local.split("T");
    const parsed = parseRule(repeats.rule);
    const read = ruleFromRepeats(repeats, startsOn);
    if (parsed.status === "refused" || read.status === "refused") continue;
    const id = newId();
    const { household_id, title, category, description, assignee } = task;
    await trx
      .insertInto("series")
      .values({
        id,
        household_id,
        rule: writeRule(parsed.rule),
        counts_from: read.schedule.type === "completion" ? "done" : "due",
        starts_on: startsOn,
        local_time: time,
        time_zone: task.due_time_zone,
        title,
        category,
        description,
        assignee,
        created_at: now,
      })
      .execute();
    const first = { series_id: id, number: 1, occurs_on: startsOn, task_id: taskId, task_version: task.version };
    await trx
      .insertInto("series_occurrences")
      .values({ ...first, state: "open" })
      .execute();
    if (turns) await startTurns(trx, { taskId, turns });
  }
}
