import type { Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { RepeatingTask, SeriesBefore } from "#app/domain/tasks/events.server.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";
import type { Repeats } from "#app/domain/understanding/types.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { realignOpenOccurrence } from "./occurrences/realign-open-occurrence.server.ts";
import { withPauses } from "./occurrences/series.server.ts";
import type { Database } from "#db/schema.ts";
import { ruleFromRepeats } from "#app/domain/recurrence/schedule.server.ts";
import { startTurns } from "./changing/set-turns.server.ts";
import { updateOccurrence } from "./occurrences/update-occurrence.server.ts";
import { seriesStarted } from "./events.server.ts";
import { parseRule, writeRule } from "#app/domain/recurrence/rule.ts";

/**
 * Makes each task the first of a series. A task whose rule is refused or that has no date does not
 * repeat.
 */
export async function startSeries(
  trx: Transaction<Database>,
  { tasks }: { tasks: RepeatingTask[] },
  now: string,
): Promise<void> {
  const found = await findTasks(
    trx,
    tasks.map(({ taskId }) => taskId),
  );
  for (const { taskId, repeats, turns, before } of tasks) {
    const task = found.get(taskId);
    if (!task) continue;
    const { except } = repeats;
    const row = await insertSeries(trx, task, repeats, {
      now,
      ...(except && { skipped_breaks: JSON.stringify([except]) }),
      ...(before && columnsOf(before)),
    });
    if (row && before)
      await updateOccurrence(trx, { series_id: row.id, number: 1 }, { occurs_on: before.occursOn });
    // The series' first date may be in that break.
    if (row && except) await realignOpenOccurrence(trx, (await withPauses(trx, [row]))[0]!, now);
    if (row && turns) await startTurns(trx, { taskId, turns });
  }
}

const columnsOf = ({ startsOn, excludedOn, skippedBreaks, pausedUntil }: SeriesBefore) => ({
  starts_on: startsOn,
  excluded_on: JSON.stringify(excludedOn),
  skipped_breaks: JSON.stringify(skippedBreaks),
  paused_until: pausedUntil,
});

/** Returns undefined for a rule that is refused, and for a task without a date. */
export async function insertSeries(
  trx: Transaction<Database>,
  task: Task,
  repeats: Repeats,
  {
    now,
    ...columns
  }: { now: string } & Partial<
    Pick<
      Selectable<Database["series"]>,
      "starts_on" | "excluded_on" | "skipped_breaks" | "paused_until"
    >
  >,
): Promise<Selectable<Database["series"]> | undefined> {
  if (!task.due_local || !task.due_time_zone) return undefined;
  const [startsOn = "", time = ""] = task.due_local.split("T");
  const parsed = parseRule(repeats.rule);
  const read = ruleFromRepeats(repeats, columns.starts_on ?? startsOn);
  if (parsed.status === "refused" || read.status === "refused") return undefined;
  const { household_id, title, category, description } = task;
  const { assignee_id, assignee_name, about_id } = task;
  const series = await trx
    .insertInto("series")
    .values({
      id: newId(),
      household_id,
      rule: writeRule(parsed.rule),
      counts_from: read.schedule.type === "completion" ? "done" : "due",
      starts_on: startsOn,
      local_time: time,
      has_time: task.due_has_time,
      time_zone: task.due_time_zone,
      title,
      category,
      description,
      assignee_id,
      assignee_name,
      about_id,
      created_at: now,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const key = { series_id: series.id, household_id, number: 1, occurs_on: startsOn };
  await trx
    .insertInto("series_occurrences")
    .values({ ...key, task_id: task.id, task_version: task.version, state: "open" })
    .execute();
  await seriesStarted.announce(trx, { taskId: task.id }, now);
  return series;
}

/** Records who does the following occurrences. */
export async function assignFollowing(
  trx: Transaction<Database>,
  taskId: string,
  { assignee_id, assignee_name }: Assignee,
): Promise<void> {
  const own = trx.selectFrom("series_occurrences").select("series_id");
  await trx
    .updateTable("series")
    .set({ assignee_id, assignee_name })
    .where("id", "in", own.where("task_id", "=", taskId))
    .execute();
}
