import type { ExpressionBuilder, Kysely, Transaction, Updateable } from "kysely";
import {
  type Assignee,
  assigneeNamed,
  findChosenPerson,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import { findWordsBytes } from "#app/domain/people/words-bytes.server.ts";
import { requireRoomForWords } from "../adding/room.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Bit, Database, TaskMark } from "#db/schema.ts";
import { dueColumns, saysTime } from "../due/due.server.ts";
import {
  announceTaskChange,
  ChangeRefused,
  dayChanged,
  moveTakenBack,
  occurrenceEdited,
  taskBroughtBack,
  taskCompleted,
  taskDeleted,
  taskEdited,
  tasksGiven,
} from "../events.server.ts";
import { findTaskOrDeleted, type Member, type Task } from "../find-tasks.server.ts";
import { type EditScope, nobody, type TaskDraft } from "../input.ts";
import { AlreadySaved, claimChange } from "../offline/sent-changes.server.ts";
import { learnFromChange } from "../readings/learn-from-change.server.ts";
import { forgetUnused } from "../readings/task-reading.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface Actor extends Member {
  userId: string;
}

interface Sent {
  /** The id of a change that a page stored while it had no connection. */
  changeId?: string | undefined;
  /** When it was done, if known. */
  doneAt?: string;
  /**
   * The wall clock on the page of the person who did it, empty without a date. Undefined for a page
   * from before an update.
   */
  seenDue?: string | undefined;
}

/**
 * Also completes a date of a series that is not open yet, or that the series has gone past. This
 * and the next three return false if nothing changed. `findLastAction` says why, or `describeMove`
 * if it has another date than was seen.
 */
export async function completeTask(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { changeId, doneAt, seenDue }: Sent = {},
): Promise<boolean> {
  const task = await findTaskOrDeleted(db, actor, id);
  if (!task) return false;
  const values = { ...doneColumns(task, doneAt), ...markedBy(actor, "completed") };
  return changeTask(db, actor, id, values, {
    is_completed: 0,
    canBeHidden: true,
    seenDue,
    ...claimedBy(actor, changeId),
  });
}

/**
 * Makes a task that was completed late missed again.
 * @param isUndo leaves alone what somebody else has completed since
 */
export async function reopenTask(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { changeId, isUndo = false }: Pick<Sent, "changeId"> & { isUndo?: boolean } = {},
): Promise<boolean> {
  const task = await findTaskOrDeleted(db, actor, id);
  const hidden = task?.was_missed ? { deleted_at: nowIso() } : {};
  const values = {
    is_completed: 0,
    done_at: null,
    ...hidden,
    ...markedBy(actor, "reopened"),
  } as const;
  const own = isUndo ? { marked_by: actor.userId } : {};
  return changeTask(db, actor, id, values, {
    is_completed: 1,
    ...own,
    ...claimedBy(actor, changeId),
  });
}

export const deleteTask = (db: Kysely<Database>, actor: Actor, id: string) =>
  changeTask(db, actor, id, { deleted_at: nowIso(), ...markedBy(actor, "deleted") });

/** @param isUndo leaves alone what somebody else has deleted since */
export const restoreTask = (
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { isUndo = false } = {},
) => {
  const own = isUndo ? { marked_by: actor.userId } : {};
  return changeTask(db, actor, id, restoredBy(actor), { isDeleted: true, ...own });
};

/**
 * @param local wall clock (YYYY-MM-DDTHH:mm) in the zone
 * @param expected what the actor's page showed, if that is known; `hasTime` says whether a time was
 *   said, which otherwise follows from the old and the new time
 */
export const setDueDate = (
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  local: string,
  timeZone: string,
  {
    changeId,
    hasTime,
    ...expected
  }: Pick<Sent, "changeId" | "seenDue"> &
    Pick<Expected, "is_completed" | "undoneMove"> & { hasTime?: boolean | undefined } = {},
) => {
  const said = hasTime === undefined ? {} : { due_has_time: bit(hasTime) };
  return changeTask(
    db,
    actor,
    id,
    { ...dueColumns(local, timeZone), ...said },
    { ...expected, ...claimedBy(actor, changeId) },
  );
};

export const restoreWithDueDate = (
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  local: string,
  timeZone: string,
) => {
  const values = { ...dueColumns(local, timeZone), ...restoredBy(actor) };
  return changeTask(db, actor, id, values, { isDeleted: true });
};

/**
 * Also restores a deleted task.
 * @throws NoRoom if the household would have too much text, TurnsDecide
 * @returns "changed": someone else has changed it since it was opened; "missing": it was purged
 */
export async function editTask(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  draft: TaskDraft,
  timeZone: string,
): Promise<"saved" | "changed" | "missing"> {
  const { title, category, description = null, assignee = null, assigneeBefore, aboutId } = draft;
  const { dueDate, version, scope, endsTurns } = draft;
  const values = { title, category, description, ...dueColumns(dueDate, timeZone) };
  const task = await findTaskOrDeleted(db, actor, id);
  if (!task) return "missing";
  const isDeleted = task.deleted_at !== null;
  const restored = isDeleted ? restoredBy(actor) : {};
  const isKept = assignee === task.assignee || (assignee !== null && assignee === assigneeBefore);
  const byHand = isKept ? {} : await assignedByHand(db, actor, assignee);
  const about = aboutId === undefined ? {} : await aboutChosen(db, actor, task, aboutId);
  const bytesBefore = await findWordsBytes(db, actor.householdId);
  const isForOthers = { scope, endsTurns: endsTurns === "yes" };
  const expected = { version, isDeleted, bytesBefore, ...isForOthers };
  return (await changeTask(
    db,
    actor,
    id,
    { ...values, ...restored, ...byHand, ...about },
    expected,
  ))
    ? "saved"
    : "changed";
}

/** A program's changes of a task. Missing fields stay. */
export interface TaskPatch extends Partial<Pick<Task, "title" | "category" | "description">> {
  /** A wall clock (YYYY-MM-DDTHH:mm) in the zone, or null for no date. */
  due?: { local: string | null; timeZone: string; hasTime: boolean };
  /** Ids of people of the household. */
  assigneeId?: string | null;
  aboutId?: string | null;
}

/**
 * Changes one task, and the dates that follow only if the scope says so.
 * @throws NoRoom if the household would have too much text
 * @returns false if it has changed since `version`
 */
export async function patchTask(
  db: Kysely<Database>,
  actor: Actor,
  { id, version }: Pick<Task, "id" | "version">,
  { due, assigneeId, aboutId, ...words }: TaskPatch,
  scope: EditScope = "one",
): Promise<boolean> {
  const bytesBefore = await findWordsBytes(db, actor.householdId);
  const values = {
    ...words,
    ...(due && { ...dueColumns(due.local, due.timeZone), due_has_time: bit(due.hasTime) }),
    ...(aboutId !== undefined && { about_id: aboutId }),
    ...(assigneeId !== undefined && {
      assignee_id: assigneeId,
      assignee_name: null,
      has_turn: 0 as const,
    }),
  };
  return changeTask(db, actor, id, values, { version, bytesBefore, scope });
}

/** Gives the task to a person or to nobody. A person who has it already keeps the turn. */
export function giveTask(
  db: Kysely<Database>,
  actor: Actor,
  { id, version, ...before }: Pick<Task, "id" | "version" | keyof Assignee>,
  to: Assignee,
): Promise<boolean> {
  const isKept = before.assignee_id === to.assignee_id && before.assignee_name === to.assignee_name;
  return changeTask(db, actor, id, isKept ? {} : { ...to, has_turn: 0 }, { version });
}

async function assignedByHand(db: Kysely<Database>, { householdId }: Actor, name: string | null) {
  const people = name === null ? [] : await listHouseholdPeople(db, householdId);
  return { ...assigneeNamed(people, name), has_turn: 0 } as const;
}

/** A person who is not in the household is nobody's choice, so the task stays as it is. */
async function aboutChosen(
  db: Kysely<Database>,
  { householdId }: Actor,
  { about_id }: Task,
  chosen: string,
): Promise<Pick<NewValues, "about_id">> {
  if (chosen === nobody) return { about_id: null };
  const people = await listHouseholdPeople(db, householdId);
  return { about_id: findChosenPerson(people, chosen)?.id ?? about_id };
}

/** Says whom the task is about. */
export const setAbout = (
  db: Kysely<Database>,
  actor: Actor,
  { id, version }: Pick<Task, "id" | "version">,
  aboutId: string | null,
): Promise<boolean> => changeTask(db, actor, id, { about_id: aboutId }, { version });

const claimedBy = ({ userId }: Actor, changeId?: string) =>
  changeId ? { claim: { userId, changeId } } : {};

function markedBy({ userId }: Actor, marked_as: TaskMark) {
  return { marked_as, marked_by: userId, marked_person: null, marked_at: nowIso() };
}

const restoredBy = (actor: Actor) =>
  ({ deleted_at: null, was_missed: 0, ...markedBy(actor, "restored") }) as const;

const dayOf = ({ due_local }: { due_local?: string | null }) => due_local?.slice(0, 10);

interface Expected {
  isDeleted?: boolean;
  /** True for a date of a series that is not open yet, or that the series has gone past. */
  canBeHidden?: boolean;
  version?: number;
  is_completed?: Bit;
  /** The user who completed or deleted it. */
  marked_by?: string;
  seenDue?: string | undefined;
  /** The occurrences of its series that change too. */
  scope?: EditScope;
  endsTurns?: boolean;
  /** The instant of the actor's move that it takes back. */
  undoneMove?: string;
  /** Makes sure that the change is saved once, however often it is sent. */
  claim?: { userId: string; changeId: string };
  /** The size of the household's text before the change, which may not grow beyond its share. */
  bytesBefore?: number;
}

function isThere(
  { eb, or, and }: ExpressionBuilder<Database, "tasks">,
  { isDeleted, canBeHidden }: { isDeleted: boolean; canBeHidden: boolean },
) {
  if (isDeleted) return and([eb("deleted_at", "is not", null), eb("is_ahead", "=", 0)]);
  const isVisible = eb("deleted_at", "is", null);
  return canBeHidden
    ? or([isVisible, eb("is_ahead", "=", 1), eb("was_missed", "=", 1)])
    : isVisible;
}

/** Only a change of the date makes someone its mover, and ends that it is not asked for today. */
function movedBy(
  { eb, case: when, ref }: ExpressionBuilder<Database, "tasks">,
  { userId }: Actor,
  dueLocal: string | null | undefined,
) {
  if (dueLocal === undefined) return {};
  const isMoved = eb("due_local", "is distinct from", dueLocal);
  return {
    moved_by: when().when(isMoved).then(userId).else(ref("moved_by")).end(),
    overdue_skipped_until: when().when(isMoved).then(null).else(ref("overdue_skipped_until")).end(),
  };
}

type NewValues = Updateable<Database["tasks"]>;

async function updateTask(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  values: NewValues,
  {
    isDeleted = false,
    canBeHidden = false,
    seenDue,
    ...expected
  }: Omit<Expected, "scope" | "endsTurns" | "undoneMove" | "claim" | "bytesBefore">,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("tasks")
    .set((eb) => ({
      ...values,
      ...movedBy(eb, actor, values.due_local),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("household_id", "=", actor.householdId)
    .where((eb) => isThere(eb, { isDeleted, canBeHidden }))
    .where((eb) => eb.and(expected))
    .$if(seenDue !== undefined, (query) =>
      query.where("due_local", "is not distinct from", seenDue || null),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const eventOf = {
  completed: taskCompleted,
  deleted: taskDeleted,
  reopened: taskBroughtBack,
  restored: taskBroughtBack,
} as const satisfies Record<TaskMark, unknown>;

async function announceMark(
  trx: Transaction<Database>,
  taskId: string,
  { marked_as: as, marked_by: by, marked_at: at }: NewValues,
): Promise<void> {
  if (as && by && at) await eventOf[as].announce(trx, { taskId, by, as }, at);
}

async function announceEdit(
  trx: Transaction<Database>,
  actor: Actor,
  before: Task,
  values: NewValues,
): Promise<void> {
  await learnFromChange(trx, actor, before, values);
  await taskEdited.announce(
    trx,
    { before, after: { ...before, ...values }, by: actor.userId },
    nowIso(),
  );
}

async function announceDay(
  trx: Transaction<Database>,
  before: Task,
  values: NewValues,
  undoneMove: string | undefined,
): Promise<void> {
  const taskId = before.id;
  const undoneDay = undoneMove ? (dayOf(before) ?? null) : null;
  if (values.due_local && dayOf(values) !== dayOf(before))
    await dayChanged.announce(trx, { taskId, undoneDay }, nowIso());
  if (undoneMove) await moveTakenBack.announce(trx, { taskId, movedAt: undoneMove }, nowIso());
}

const editable = [
  "title",
  "description",
  "category",
  "due_local",
  "assignee_id",
  "about_id",
] as const satisfies (keyof NewValues)[];

const timeSaid = ({ due_local }: NewValues, before: Task) =>
  due_local ? { due_has_time: saysTime(due_local, before) } : {};

/**
 * Updates the task if it still matches `expected`, and announces the change. Returns true if it
 * did.
 */
export async function changeTask(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  changes: NewValues,
  { scope = "one", endsTurns = false, undoneMove, claim, bytesBefore, ...expected }: Expected = {},
): Promise<boolean> {
  const change = inHousehold(db, actor, async (trx) => {
    const isEdited = editable.some((column) => changes[column] !== undefined);
    const before = isEdited ? await findTaskOrDeleted(trx, actor, id) : undefined;
    const values = before ? { ...timeSaid(changes, before), ...changes } : changes;
    if (!(await updateTask(trx, actor, id, values, expected))) return false;
    if (claim) await claimChange(trx, claim.userId, claim.changeId);
    await announceMark(trx, id, values);
    if (before) await announceEdit(trx, actor, before, values);
    if (values.due_local !== undefined) await forgetUnused(trx, id);
    const by = actor.userId;
    if (values.assignee_id !== undefined)
      await tasksGiven.announce(trx, { taskIds: [id], by }, nowIso());
    if (before && scope !== "one")
      await occurrenceEdited.announce(trx, { before, scope, by, endsTurns }, nowIso());
    if (bytesBefore !== undefined)
      await requireRoomForWords(trx, { householdId: actor.householdId, bytesBefore });
    if (before) await announceDay(trx, before, values, undoneMove);
    await announceTaskChange(trx, [id]);
    return true;
  });
  return change.catch((error: unknown) => {
    if (error instanceof ChangeRefused) return false;
    if (error instanceof AlreadySaved) return true;
    throw error;
  });
}

/** A task that its series went past was done on its own date, unless the time is known. */
export function doneColumns(
  { was_missed, due_date }: Pick<Task, "was_missed" | "due_date">,
  doneAt?: string,
) {
  const done_at = doneAt ?? (was_missed === 1 ? due_date : null) ?? nowIso();
  return { is_completed: 1, deleted_at: null, is_ahead: 0, done_at } as const;
}
