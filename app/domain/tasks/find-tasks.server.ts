import { type ExpressionBuilder, expressionBuilder, type Kysely, type Selectable } from "kysely";
import { idList, opaque } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { nameOfPerson } from "#app/domain/people/people.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { type Clock, isOver } from "./due/is-over.server.ts";

export interface Task extends Selectable<Database["tasks"]> {
  /** The assignee's name. */
  assignee: string | null;
  /** The name of the person whom it is about. */
  about: string | null;
}

/** Selects the assignee's name. */
export const assigneeOfTask = expressionBuilder<Database, "tasks">()
  .fn.coalesce(nameOfPerson("tasks.assignee_id"), "tasks.assignee_name")
  .as("assignee");

/** Selects the name of the person whom the task is about. */
export const aboutOfTask = nameOfPerson("tasks.about_id").as("about");

/** Members see only their household's tasks; all others count as missing. */
export interface Member {
  householdId: string;
}

/**
 * True if the task was deleted, skipped or missed. A date of a series that is not open yet is
 * hidden, but reminds.
 */
export function isGone({ deleted_at, is_ahead }: Pick<Task, "deleted_at" | "is_ahead">): boolean {
  return deleted_at !== null && is_ahead === 0;
}

/** True if nobody deleted or skipped the task, so that it still counts if someone did it. */
export function canBeDone(
  task: Pick<Task, "is_completed" | "deleted_at" | "is_ahead" | "was_missed">,
): boolean {
  return task.is_completed === 0 && (!isGone(task) || task.was_missed === 1);
}

/** True if the assignee was asked to take it on, and has not refused. */
export function isAskedOfAssignee({
  assignee_id,
  delegated_to,
  delegation_status: status,
}: Task): boolean {
  const isAsked = status === "pending" || status === "accepted";
  return isAsked && assignee_id !== null && assignee_id === delegated_to;
}

export async function findTask(
  db: Kysely<Database>,
  member: Member,
  id: string,
): Promise<Task | undefined> {
  const task = await findTaskOrDeleted(db, member, id);
  return task?.deleted_at ? undefined : task;
}

export async function findTaskOrDeleted(
  db: Kysely<Database>,
  member: Member,
  id: string,
): Promise<Task | undefined> {
  const [task] = await listById(db, member.householdId, id);
  return task;
}

const listById = compileOnce((db, householdId: string, id: string) =>
  db
    .selectFrom("tasks")
    .selectAll()
    .select([assigneeOfTask, aboutOfTask])
    .where("id", "=", id)
    .where("household_id", "=", householdId),
);

/** Includes deleted tasks, and those of any household. */
export async function findTasks(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, Task>> {
  if (ids.length === 0) return new Map();
  return new Map((await listByIds(db, ids)).map((task) => [task.id, task]));
}

const listByIds = compileOnce((db, ids: readonly string[]) =>
  db
    .selectFrom("tasks")
    .selectAll()
    .select([assigneeOfTask, aboutOfTask])
    .where("id", "in", idList(ids)),
);

/** Lists all tasks of a household that are not ahead, in the order of their ids, page by page. */
export async function listPageOfIds(
  db: Kysely<Database>,
  householdId: string,
  { after, max }: { after: string; max: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .where("is_ahead", "=", 0)
    .where("id", ">", after)
    .orderBy("id")
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists open future tasks, earliest first. */
export async function listUpcomingTaskIds(
  db: Kysely<Database>,
  householdId: string,
  { now, atMost }: { now: string; atMost: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", ">", now)
    .orderBy("due_date")
    .orderBy("id")
    .limit(atMost)
    .execute();
  return rows.map(({ id }) => id);
}

/** A family that has more of them does not tell one by its name. */
const maxOpen = 1_000;

/** Lists a household's open tasks. Tasks with a due date come first, the earliest at the top. */
export async function listOpenTitles(db: Kysely<Database>, householdId: string) {
  const rows = await openTitlesQuery(db, householdId).limit(maxOpen).execute();
  const orderOf = ({ due_date }: { due_date: string | null }) => due_date ?? "9";
  return rows.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
}

/** Leaves out tasks without a description. */
export async function findDescriptions(
  db: Kysely<Database>,
  { householdId }: Member,
  ids: readonly string[],
) {
  return db
    .selectFrom("tasks")
    .select(["id", "description"])
    .$narrowType<{ description: string }>()
    .where("id", "in", idList(ids))
    .where("household_id", "=", opaque(householdId))
    .where("description", "is not", null)
    .execute();
}

/** Newest first. */
export function openTitlesQuery(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "due_date", "due_local", "due_time_zone", "due_has_time"])
    .select(["assignee_id", "about_id", "has_turn"])
    .select([assigneeOfTask, aboutOfTask])
    .where("household_id", "=", opaque(householdId))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

/** Lists the tasks that a user has added since and nobody has deleted, the newest first. */
export async function listAddedBy(
  db: Kysely<Database>,
  { userId, householdId }: Member & { userId: string },
  since: string,
) {
  return (
    db
      .selectFrom("tasks")
      .select(["id", "created_at", "request_id"])
      .where("household_id", "=", opaque(householdId))
      .where("user_id", "=", userId)
      .where("created_at", ">", since)
      // A series opens tasks without a form.
      .where("request_id", "is not", null)
      .where("deleted_at", "is", null)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .execute()
  );
}

export interface TasksDue {
  /** Sorted by due date. Omits descriptions, which may be 150 MB. */
  tasks: (Pick<
    Task,
    "title" | "delegation_status" | "delegated_to" | "assignee_id" | "assignee" | "about"
  > & {
    due_date: string;
    due_time_zone: string;
    due_has_time: Bit;
  })[];
  /** The number of tasks that are due, including those not listed. */
  count: number;
}

/** Lists a household's overdue tasks. */
export const listTasksOver = (
  db: Kysely<Database>,
  householdId: string,
  { clock, ...first }: { clock: Clock } & First,
): Promise<TasksDue> =>
  listFirst(
    tasksDueQuery(db, householdId, { from: "", before: clock.now }).where((eb) =>
      isOver(eb, clock),
    ),
    first,
  );

/** Lists a household's open tasks that are due today or later, up to an instant, and not overdue. */
export const listTasksAhead = (
  db: Kysely<Database>,
  householdId: string,
  {
    clock,
    from = clock.startOfToday,
    before,
    ...first
  }: { clock: Clock; from?: string; before: string } & First,
): Promise<TasksDue> =>
  listFirst(
    tasksDueQuery(db, householdId, { from, before }).where((eb) => eb.not(isOver(eb, clock))),
    first,
  );

interface First {
  most: number;
  /** The person whose tasks come before all others. */
  personId?: string | undefined;
}

async function listFirst(
  due: ReturnType<typeof tasksDueQuery>,
  { most, personId }: First,
): Promise<TasksDue> {
  const tasks = await due
    .select(["title", "due_date", "due_time_zone", "due_has_time"])
    .select(["delegation_status", "delegated_to", "assignee_id", assigneeOfTask, aboutOfTask])
    .$narrowType<{ due_date: string; due_time_zone: string }>()
    .$if(personId !== undefined, (query) =>
      query.orderBy((eb) =>
        eb.case().when("assignee_id", "=", personId!).then(eb.lit(0)).else(eb.lit(1)).end(),
      ),
    )
    .orderBy("due_date")
    .orderBy("id")
    .limit(most)
    .execute();
  if (tasks.length < most) return { tasks, count: tasks.length };
  const all = due.select(({ fn }) => fn.countAll<number>().as("count"));
  return { tasks, count: (await all.executeTakeFirstOrThrow()).count };
}

export function tasksDueQuery(
  db: Kysely<Database>,
  householdId: string,
  { from, before }: { from: string; before: string },
) {
  return db
    .selectFrom("tasks")
    .where("household_id", "=", opaque(householdId))
    .where(({ eb, lit }) => eb("is_completed", "=", lit(0)))
    .where("deleted_at", "is", null)
    .where("due_date", ">=", from)
    .where("due_date", "<", before);
}

/** Lists the open tasks that have become due since an instant. */
export async function listTaskIdsDue(
  db: Kysely<Database>,
  householdId: string,
  { after, until }: { after: string; until: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", opaque(householdId))
    .where(({ eb, lit }) => eb("is_completed", "=", lit(0)))
    .where("deleted_at", "is", null)
    .where("due_date", ">", after)
    .where("due_date", "<=", until)
    .orderBy("due_date")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Includes deleted tasks. */
export async function listTaskIds(db: Kysely<Database>, householdId: string): Promise<string[]> {
  const all = db.selectFrom("tasks").select("id").where("household_id", "=", householdId);
  const rows = await all.orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Each later change counts it up. */
export const versionWhenAdded = 1;

export async function findHouseholdIdsOfTasks(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<string[]> {
  return (await listHouseholdIds(db, taskIds)).map(({ household_id }) => household_id);
}

/** Keyed by task. */
export async function findHouseholdsOfTasks(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const tasks = await db
    .selectFrom("tasks")
    .select(["id", "household_id"])
    .where("id", "in", idList(taskIds))
    .execute();
  return new Map(tasks.map(({ id, household_id }) => [id, household_id]));
}

const listHouseholdIds = compileOnce((db, taskIds: readonly string[]) =>
  db.selectFrom("tasks").select("household_id").distinct().where("id", "in", idList(taskIds)),
);

type Select = ExpressionBuilder<Database, never>["selectFrom"];

function taskAt(selectFrom: Select, taskIdColumn: string) {
  const tasks = selectFrom("tasks").select("tasks.id");
  return tasks.whereRef("tasks.id", "=", taskIdColumn as never);
}

/** Returns a condition for `where`. @param taskIdColumn such as reminders.task_id */
export function isTaskInHousehold(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  taskIdColumn: string,
  householdId: string,
) {
  return exists(
    taskAt(selectFrom, taskIdColumn).where("tasks.household_id", "=", opaque(householdId)),
  );
}

/** Returns a condition for `where`. @param taskIdColumn such as reminders.task_id */
export function isTaskOpen(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  taskIdColumn: string,
  householdId: string,
) {
  return exists(
    taskAt(selectFrom, taskIdColumn)
      .where("tasks.household_id", "=", householdId)
      .where("tasks.is_completed", "=", 0)
      .where("tasks.deleted_at", "is", null),
  );
}

/** Returns a condition for `where`. @param taskIdColumn such as calendar_entries.task_id */
export function isTaskToCome(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  taskIdColumn: string,
  now: string,
) {
  return exists(taskAt(selectFrom, taskIdColumn).where("tasks.due_date", ">", now));
}
