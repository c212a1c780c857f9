import type { Transaction } from "kysely";
import { listHouseholdPeople, peopleNamed } from "#app/domain/people/people.server.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import type { Category, Database } from "#db/schema.ts";
import { ruleFromRepeats } from "#app/domain/recurrence/schedule.server.ts";
import { findTasks, type Task } from "../find-tasks.server.ts";
import type { TaskPlan } from "./plan-tasks.server.ts";
import { announceGiven, saveTasks } from "./save-tasks.server.ts";

export interface AddedTask {
  id: string;
  category: Category;
  needsDate: boolean;
  /** True if it names a day that Mila could not read. */
  isHalfUnderstood: boolean;
  missesReminder: boolean;
  /**
   * Why it does not repeat, although the request said so. For a task without a date, the date
   * picker says it.
   */
  refusedRepeat: string | null;
  /** The name of several people, such as "Otto": nobody guesses which one is meant. */
  unclearAssignee: string | null;
}

/** Saves a plan. If its form was already saved, returns the first task in its present state. */
export async function savePlan(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  plan: TaskPlan,
): Promise<AddedTask[]> {
  const { contents, drafts, readings } = plan;
  if (contents.length === 0) return [];
  const { ids, added, given } = await saveTasks(trx, userId, plan);
  await announceGiven(trx, userId, given, plan.now);
  const tasks = await findTasks(trx, ids);
  const unclear = await listUnclearNames(trx, [...tasks.values()]);
  const describe = (id: string, index: number) => ({
    ...describeAdded(tasks.get(id)!, drafts[index], readings[index]),
    unclearAssignee: unclear.get(id) ?? plan.unclearName,
  });
  return added.size > 0
    ? ids.map(describe)
    : [{ ...describeAdded(tasks.get(ids[0]!)!), unclearAssignee: null }];
}

async function listUnclearNames(
  trx: Transaction<Database>,
  tasks: readonly Task[],
): Promise<Map<string, string>> {
  const named = tasks.filter(({ assignee_name }) => assignee_name !== null);
  if (!named[0]) return new Map();
  const people = await listHouseholdPeople(trx, named[0].household_id);
  return new Map(
    named.flatMap(({ id, assignee_name }): [string, string][] =>
      assignee_name && peopleNamed(people, assignee_name).length > 1 ? [[id, assignee_name]] : [],
    ),
  );
}

function describeAdded(
  task: { id: string; category: Category; due_date: string | null; deleted_at?: string | null },
  draft?: Pick<ParsedRequest, "notUnderstood" | "missesReminder" | "repeats" | "due">,
  reading?: { unread_repetition: string | null },
): Omit<AddedTask, "unclearAssignee"> {
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
