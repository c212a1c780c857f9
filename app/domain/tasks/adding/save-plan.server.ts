import type { Transaction } from "kysely";
import { askAboutChildren } from "#app/domain/household/family/child-questions.server.ts";
import { getMembership } from "#app/domain/household/members/membership.server.ts";
import { inHousehold } from "./in-household.server.ts";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import { pick } from "#app/domain/core/sql/values.ts";
import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import type { Category, Database } from "#db/schema.ts";
import { ruleFromRepeats } from "../recurrence/schedule.server.ts";
import { announceTaskChange, remindersRequested, repeatingTasksAdded } from "../events.server.ts";
import type { TaskPlan } from "./plan-tasks.server.ts";

export interface AddedTask {
  id: string;
  category: Category;
  needsDate: boolean;
  /** It names a day that Mila could not read. */
  isHalfUnderstood: boolean;
  missesReminder: boolean;
  /** Why it does not repeat, although that was said. The date picker says it for one without a date. */
  refusedRepeat: string | null;
}

export async function savePlan(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  { now, drafts, dueReadings, readings, requests, contents, repeating }: TaskPlan,
): Promise<AddedTask[]> {
  // The user may have moved to another household while the model was answering.
  const { householdId } = await getMembership(trx, userId);
  const tasks = await inHousehold(trx, householdId, contents);
  // The tasks are inserted together, so the first one tells whether the form was already saved.
  const [first, ...others] = tasks;
  if (!first) return [];
  const [inserted] = await insertFirst(trx, first);
  if (!inserted) return [await findAdded(trx, first)];
  if (others.length > 0) await trx.insertInto("tasks").values(others).execute();
  if (dueReadings.length > 0) await trx.insertInto("due_readings").values(dueReadings).execute();
  await trx.insertInto("task_readings").values(readings).execute();
  await askAboutChildren(trx, householdId, tasks, now);
  await repeatingTasksAdded.announce(trx, { tasks: repeating }, now);
  await remindersRequested.announce(trx, { userId, requests }, now);
  await announceTaskChange(
    trx,
    tasks.map(({ id }) => id),
    now,
  );
  return tasks.map((task, index) => describeAdded(task, drafts[index], readings[index]));
}

type NewTask = Awaited<ReturnType<typeof inHousehold<TaskPlan["contents"][number]>>>[number];

const isColumn: Record<keyof NewTask, true> = {
  id: true,
  user_id: true,
  household_id: true,
  title: true,
  category: true,
  description: true,
  assignee_id: true,
  assignee_name: true,
  due_date: true,
  due_local: true,
  due_time_zone: true,
  created_at: true,
  request_id: true,
};

/** Returns no row if the form was already saved. */
const insertFirst = compileOnce((db, task: NewTask) =>
  db
    .insertInto("tasks")
    .values(pick(task, Object.keys(isColumn) as (keyof NewTask)[]))
    .onConflict((conflict) => conflict.columns(["user_id", "request_id"]).doNothing())
    .returning("id"),
);

async function findAdded(
  trx: Transaction<Database>,
  task: { user_id: string; request_id: string },
): Promise<AddedTask> {
  const first = await trx
    .selectFrom("tasks")
    .select(["id", "category", "due_date", "deleted_at"])
    .where("user_id", "=", task.user_id)
    .where("request_id", "=", task.request_id)
    .executeTakeFirstOrThrow();
  return describeAdded(first);
}

function describeAdded(
  task: { id: string; category: Category; due_date: string | null; deleted_at?: string | null },
  draft?: Pick<ParsedRequest, "notUnderstood" | "missesReminder" | "repeats" | "due">,
  reading?: { unread_repetition: string | null },
): AddedTask {
  const { id, category, due_date, deleted_at } = task;
  const needsDate = due_date === null && !deleted_at;
  const isHalfUnderstood = needsDate && draft !== undefined && draft.notUnderstood.length > 0;
  const missesReminder = draft?.missesReminder ?? false;
  const refusedRepeat = needsDate ? null : refusalOf(draft, reading?.unread_repetition);
  return { id, category, needsDate, isHalfUnderstood, missesReminder, refusedRepeat };
}

function refusalOf(
  { repeats, due }: Partial<Pick<ParsedRequest, "repeats" | "due">> = {},
  unread: string | null = null,
): string | null {
  const read = repeats && due ? ruleFromRepeats(repeats, due.local.slice(0, 10)) : null;
  if (read?.status === "refused") return read.words;
  return unread && `I didn't understand “${unread}”. Open the task to choose how it repeats.`;
}
