import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { accountOfPerson, nameOfPerson } from "#app/domain/people/people.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { opaque } from "#db/sql/values.ts";
import type { Database, EditedPart } from "#db/schema.ts";
import type { Edited, Marked } from "../events.server.ts";
import { type Task, versionWhenAdded } from "../find-tasks.server.ts";

/** A task's newer events push out the oldest. */
export const keptEvents = 50;

export async function keepMark(
  trx: Transaction<Database>,
  { taskId, by, personId, as }: Marked,
  now: string,
): Promise<void> {
  const who = { acted_by: by, acted_person: personId ?? null };
  await keep(trx, { task_id: taskId, ...who, acted_at: now, mark: as });
}

/** A task is missed only once, so this removes no older event. */
export async function keepMissed(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
  now: string,
): Promise<void> {
  await insertEvent(trx, { task_id: taskId, acted_at: now, mark: "missed" });
}

/** Records nothing if the task is unchanged. */
export async function keepEdit(
  trx: Transaction<Database>,
  { before, after, by }: Edited,
  now: string,
): Promise<void> {
  const isOther = (column: keyof Edited["after"]) => before[column] !== after[column];
  const isMoved = isOther("due_date");
  const isGiven = isOther("assignee_id") || isOther("assignee_name");
  const edited: EditedPart[] = [
    ...(["title", "description", "category"] as const).filter(isOther),
    ...(isMoved ? ["due" as const] : []),
    ...(isGiven ? ["assignee" as const] : []),
    ...(isOther("about_id") ? ["about" as const] : []),
  ];
  if (edited.length === 0) return;
  await keep(trx, {
    task_id: before.id,
    acted_by: by,
    acted_at: now,
    edited: edited.join(","),
    ...(isMoved && {
      due_before: before.due_date,
      due_after: after.due_date,
      local_before: before.due_local,
      had_time: before.due_has_time,
    }),
    ...(isGiven && {
      given_to: after.assignee_id,
      given_name: after.assignee_name,
      taken_from: before.assignee_id,
      taken_name: before.assignee_name,
      had_turn: before.has_turn,
    }),
    ...(isOther("about_id") && { about_before: before.about_id, about_after: after.about_id }),
  });
}

type NewEvent = Omit<Insertable<Database["task_events"]>, "id">;

async function keep(trx: Transaction<Database>, event: NewEvent): Promise<void> {
  await insertEvent(trx, event);
  await dropOldest(trx, event.task_id);
}

async function insertEvent(trx: Transaction<Database>, event: NewEvent): Promise<void> {
  await trx
    .insertInto("task_events")
    .values({ id: newId(), ...event })
    .execute();
}

const dropOldest = compileOnce((db, taskId: string) =>
  db
    .deleteFrom("task_events")
    .where("task_id", "=", opaque(taskId))
    .where("id", "<=", ({ selectFrom }) =>
      selectFrom("task_events")
        .select("id")
        .where("task_id", "=", opaque(taskId))
        .orderBy("id", "desc")
        .limit(1)
        .offset(keptEvents),
    ),
);

/** A task that was added by mistake and taken back was not deleted, so another undo skips it. */
export async function forgetDeletion(trx: Transaction<Database>, taskId: string): Promise<void> {
  await trx
    .deleteFrom("task_events")
    .where("task_id", "=", taskId)
    .where("mark", "=", "deleted")
    .execute();
}

/** Two people turned out to be one. */
export async function replaceInHistory(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of [
    "given_to",
    "taken_from",
    "acted_person",
    "about_before",
    "about_after",
  ] as const)
    await trx
      .updateTable("task_events")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
}

interface Joined {
  userId: string;
  taskIds: readonly string[];
  since: string;
  /** Names the change; otherwise it gets an id. */
  changedWith?: string;
}

/** Begins the names of what a program took back, so that it does not take that back again. */
export const undoMark = (mark: string): string => `undo ${mark}`;

/**
 * Returns true if something happened to a task that no program with this mark did or took back.
 * The version also counts changes that the history leaves out.
 */
export async function isChangedBeside(
  db: Kysely<Database>,
  { id, version }: Pick<Task, "id" | "version">,
  mark: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom("task_events")
    .select("changed_with")
    .where("task_id", "=", id)
    .execute();
  const own = [mark, undoMark(mark)];
  const isOwn = rows.every(({ changed_with: name }) => own.some((each) => name?.startsWith(each)));
  return !isOwn || version > versionWhenAdded + rows.length;
}

/** Marks what a user has done to some tasks since an instant as one change. */
export async function joinEvents(
  trx: Transaction<Database>,
  { userId, taskIds, since, changedWith = newId() }: Joined,
): Promise<void> {
  await trx
    .updateTable("task_events")
    .set({ changed_with: changedWith })
    .where("acted_by", "=", userId)
    .where("task_id", "in", taskIds)
    .where("acted_at", ">=", since)
    .execute();
}

/** Lists what a user did between two instants, both included, the latest first. */
export async function listEventsBy(
  db: Kysely<Database>,
  userId: string,
  { from, until }: { from: string; until: string },
) {
  return db
    .selectFrom("task_events")
    .select(["task_id", "mark", "acted_at", "due_before", "due_after"])
    .select(["local_before", "had_time", "edited", "given_to", "given_name"])
    .select(["taken_from", "taken_name", "had_turn", "about_before", "about_after"])
    .select("changed_with")
    .where("acted_by", "=", userId)
    .where("acted_at", ">=", from)
    .where("acted_at", "<=", until)
    .orderBy("id", "desc")
    .execute();
}

/** Lists what people did to tasks after an instant, the latest first. */
export async function listEventsSince(
  db: Kysely<Database>,
  taskIds: readonly string[],
  since: string,
) {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom("task_events")
    .select(["task_id", "acted_by", "acted_person", "mark", "edited"])
    .where("task_id", "in", taskIds)
    .where("acted_at", ">", since)
    .where(({ or, eb }) => or([eb("mark", "is", null), eb("mark", "!=", "missed")]))
    .orderBy("id", "desc")
    .execute();
}

export interface TaskEvent extends Omit<
  Selectable<Database["task_events"]>,
  | "edited"
  | "given_to"
  | "given_name"
  | "taken_from"
  | "taken_name"
  | "had_turn"
  | "about_before"
  | "about_after"
  | "local_before"
  | "had_time"
  | "changed_with"
> {
  edited: EditedPart[];
  actedPersonName: string | null;
  /** The name and id of the person who does it from then on. */
  givenTo: string | null;
  givenToId: string | null;
  givenToUserId: string | null;
}

/** Lists the newest first. */
export async function listTaskEvents(db: Kysely<Database>, taskId: string): Promise<TaskEvent[]> {
  const rows = await listEvents(db, taskId);
  return rows.map(({ edited, ...row }) => ({
    ...row,
    edited: (edited?.split(",") ?? []) as EditedPart[],
  }));
}

const listEvents = compileOnce((db, taskId: string) =>
  db
    .selectFrom("task_events")
    .select(["task_id", "id", "acted_by", "acted_at", "mark", "edited", "due_before", "due_after"])
    .select(["acted_person", nameOfPerson("acted_person").as("actedPersonName")])
    .select(({ fn }) => fn.coalesce(nameOfPerson("given_to"), "given_name").as("givenTo"))
    .select(["given_to as givenToId", accountOfPerson("given_to").as("givenToUserId")])
    .where("task_id", "=", opaque(taskId))
    .orderBy("id", "desc"),
);
