import type { Insertable, Transaction } from "kysely";
import { askAboutChildren } from "#app/domain/people/family/child-questions.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import {
  assigneeNamed,
  findChosenPerson,
  type HouseholdPerson,
  listHouseholdPeople,
  onlyNamed,
} from "#app/domain/people/people.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import {
  announceTaskChange,
  type ReminderRequest,
  remindersRequested,
  type RepeatingTask,
  repeatingTasksAdded,
  tasksAdded,
  tasksGiven,
} from "../events.server.ts";

type TaskRow = Insertable<Database["tasks"]>;

interface NewTask extends Omit<
  TaskRow,
  | "household_id"
  | "user_id"
  | "created_at"
  | "assignee_id"
  | "assignee_name"
  | "about_id"
  | "request_id"
> {
  /** The name as it was said or typed. */
  assignee: string | null;
  /** The person whom it is about: a name as the household writes it, or an id. */
  about: { name: string } | { id: string } | null;
  /** Stays the same whenever the same form is sent. */
  request_id: string;
}

interface NewTasks {
  now: string;
  contents: readonly NewTask[];
  /** The readings of requests in words. */
  readings: readonly Insertable<Database["task_readings"]>[];
  dueReadings: readonly Insertable<Database["due_readings"]>[];
  repeating: readonly RepeatingTask[];
  requests: readonly ReminderRequest[];
  /** Asks nobody about the names in the titles. */
  isQuiet?: boolean;
}

/**
 * Adds tasks to the user's present household, once even if the same form is sent twice.
 * @returns all ids in the same order, the new ones among them (`added`), and the new ones that may
 * have been given to somebody (`given`)
 */
export async function saveTasks(
  trx: Transaction<Database>,
  userId: string,
  { now, contents, readings, dueReadings, repeating, requests, isQuiet = false }: NewTasks,
): Promise<{ ids: string[]; added: Set<string>; given: string[] }> {
  // The user may have moved to another household since the session was read.
  const { householdId } = await getMembership(trx, userId);
  const people = contents.some(({ assignee, about }) => assignee ?? about)
    ? await listHouseholdPeople(trx, householdId)
    : [];
  const rows = contents.map(({ assignee, about, ...content }) => ({
    ...content,
    ...assigneeNamed(people, assignee),
    about_id: about && (personMeant(people, about)?.id ?? null),
    household_id: householdId,
    user_id: userId,
    created_at: now,
  }));
  const added = await trx
    .insertInto("tasks")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "request_id"]).doNothing())
    .returning(["id", "title"])
    .execute();
  const addedIds = new Set(added.map(({ id }) => id));
  const isAdded = ({ taskId }: { taskId: string }) => addedIds.has(taskId);
  const isRead = ({ task_id }: { task_id: string }) => addedIds.has(task_id);
  const [read, dated] = [readings.filter(isRead), dueReadings.filter(isRead)];
  if (dated.length > 0) await trx.insertInto("due_readings").values(dated).execute();
  if (read.length > 0) await trx.insertInto("task_readings").values(read).execute();
  if (!isQuiet) await askAboutChildren(trx, householdId, added, now);
  await repeatingTasksAdded.announce(trx, { tasks: repeating.filter(isAdded) }, now);
  await remindersRequested.announce(trx, { userId, requests: requests.filter(isAdded) }, now);
  await tasksAdded.announce(trx, { taskIds: [...addedIds] }, now);
  await announceTaskChange(trx, [...addedIds], now);
  const withTurns = new Set(repeating.map(({ taskId }) => taskId));
  const given = rows.filter(
    ({ id, assignee_id, assignee_name }) => (assignee_id ?? assignee_name) || withTurns.has(id),
  );
  return {
    ids: await findIds(trx, userId, contents),
    added: addedIds,
    given: given.map(({ id }) => id).filter((id) => addedIds.has(id)),
  };
}

/** Announces whom a user gave tasks that they added. */
export async function announceGiven(
  trx: Transaction<Database>,
  userId: string,
  given: string[],
  now: string,
): Promise<void> {
  if (given.length > 0) await tasksGiven.announce(trx, { taskIds: given, by: userId }, now);
}

function personMeant(
  people: readonly HouseholdPerson[],
  about: NonNullable<NewTask["about"]>,
): HouseholdPerson | undefined {
  return "id" in about ? findChosenPerson(people, about.id) : onlyNamed(people, about.name);
}

async function findIds(
  trx: Transaction<Database>,
  userId: string,
  contents: readonly NewTask[],
): Promise<string[]> {
  const requestIds = contents.map(({ request_id }) => request_id);
  const saved = await listByRequest(trx, userId, requestIds);
  return requestIds.map((id) => saved.find(({ request_id }) => request_id === id)!.id);
}

const listByRequest = compileOnce((db, userId: string, requestIds: readonly string[]) =>
  db
    .selectFrom("tasks")
    .select(["id", "request_id"])
    .where("user_id", "=", userId)
    .where("request_id", "in", idList(requestIds)),
);
