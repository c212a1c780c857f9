import type { Kysely, Transaction } from "kysely";
import { instantOf, laterBy, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findOpenRequest } from "#app/domain/delegation/requests/open-requests.server.ts";
import type { SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import {
  type HouseholdPerson,
  listHouseholdPeople,
  peopleNamed,
} from "#app/domain/people/people.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { findTooFarAhead } from "#app/domain/series/occurrences/far-ahead.server.ts";
import {
  completeTask,
  deleteTask,
  giveTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Change } from "#app/domain/understanding/intent/types.ts";
import type { Database } from "#db/schema.ts";
import { explainEnd } from "../answer-action.server.ts";
import { describeGiven, type Given } from "./describe-given.server.ts";

/** A requested change of one task. */
export interface Wanted {
  task: Task;
  action: Exclude<Change["action"], "undo">;
  isRepeating: boolean;
  /** A move goes to this wall clock in this zone. */
  target: { local: string; timeZone: string; hasTime: true | undefined } | null;
  /** The person who gets the task; null if anyone can do it. */
  person: HouseholdPerson | null;
  /** True if somebody else hears of it: who gets the task, or who was asked to do it. */
  reachesOthers: boolean;
}

/** Why a change cannot be made, in words for the person. */
interface Refusal {
  refused: SentencePart[];
}

export async function planChange(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
  change: Change,
  now: string,
): Promise<Wanted | Refusal> {
  const { action } = change;
  const task = await findTask(db, viewer, taskId);
  if (!task || task.is_completed || action === "undo")
    return { refused: await explainClosed(db, viewer, taskId, now) };
  const target = action === "move" ? targetOf(task, change, viewer.timeZone) : null;
  if (action === "move" && !target)
    return { refused: ["I didn't understand the new time. Try: move piano to Friday at 4."] };
  const people = await listHouseholdPeople(db, viewer.householdId);
  const person = action === "assign" ? personMeant(people, change, viewer) : null;
  if (person && "refused" in person) return person;
  const isRepeating = (await findCardSeries(db, viewer, [taskId])).has(taskId);
  const isGiven = person !== null && person.userId !== viewer.userId;
  const reachesOthers =
    isGiven || (action !== "complete" && isAskedOfAnother(task, people, viewer));
  return { task, action, isRepeating, target, person, reachesOthers };
}

async function explainClosed(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
  now: string,
): Promise<SentencePart[]> {
  const task = await findTaskOrDeleted(db, viewer, taskId);
  const ended = task && (await explainEnd(db, viewer, task, now));
  return ended ?? ["That task is no longer open."];
}

function personMeant(
  people: readonly HouseholdPerson[],
  { who, isMine }: Change,
  { userId }: ZonedViewer,
): HouseholdPerson | Refusal {
  const name = who ?? "";
  const [person, ...others] = isMine
    ? people.filter((one) => one.userId === userId)
    : peopleNamed(people, name);
  if (!person) return { refused: ["I don't know who that is."] };
  return others.length === 0
    ? person
    : { refused: [`More than one of you is called ${name}. Choose in Mila.`] };
}

function isAskedOfAnother(
  { delegation_status: status, delegated_to }: Task,
  people: readonly HouseholdPerson[],
  { userId }: ZonedViewer,
): boolean {
  const asked = people.find(({ id }) => id === delegated_to);
  return ["pending", "accepted"].includes(status) && asked?.userId !== userId;
}

/** A task keeps its time if only a day was said, and its day if only a time was. */
function targetOf(task: Task, { due, later, said }: Change, timeZone: string): Wanted["target"] {
  const zone = task.due_time_zone ?? timeZone;
  const now = task.due_date ? wallClockAt(task.due_date, timeZone) : null;
  const moved = due ? moveTo(now, due.local, said) : now && later && moveBy(now, later, timeZone);
  if (!moved) return null;
  const local = wallClockAt(instantOf(moved, timeZone), zone);
  const hasTime = said.time || undefined;
  return { local: local.toString({ smallestUnit: "minute" }), timeZone: zone, hasTime };
}

function moveTo(
  before: Temporal.PlainDateTime | null,
  local: string,
  said: Change["said"],
): Temporal.PlainDateTime {
  const to = Temporal.PlainDateTime.from(local);
  if (!before) return to;
  const day = said.day ? to : before;
  return day.toPlainDate().toPlainDateTime(said.time ? to : before);
}

function moveBy(
  from: Temporal.PlainDateTime,
  { minutes, days, months }: NonNullable<Change["later"]>,
  timeZone: string,
): Temporal.PlainDateTime {
  const day = from.add({ days, months });
  return wallClockAt(laterBy(instantOf(day, timeZone), { minutes }), timeZone);
}

/** The values that UNDO restores, unless somebody has changed the task since. */
export interface Before {
  /** The wall clock, or null without a date. */
  due: string | null;
  /** The zone of `due`. */
  timeZone: string;
  /** As in `due_has_time`; missing in texts from before an update. */
  hasTime?: boolean | undefined;
  /** The assignee as forms show it. */
  assignee: string | null;
  /** True if it was somebody's turn; missing in texts from before an update. */
  hadTurn?: boolean | undefined;
  /** The request that was open, if the task was given to somebody. */
  requestId: string | null;
  versionBefore: number;
  /** The version after the change, by the task's id. */
  versions: Record<string, number>;
}

export interface Changed {
  as: "done" | "moved" | "deleted" | "given";
  before: Before;
  /** The task after the change. */
  task: Task;
  /** "The next one is on Thu, Dec 10", after a skip. */
  next: string | null;
  /** Set if it was given to somebody: its new person, and the people who hear of it. */
  given: Given | null;
}

/** Uses what the pages use, so that all that follows from a change follows. */
export async function changeMeant(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  wanted: Wanted,
  now: string = nowIso(),
): Promise<Changed | Refusal> {
  const { task, action, isRepeating } = wanted;
  const isEnded = action === "complete" || (action === "cancel" && isRepeating);
  const tooFar = isEnded ? await findTooFarAhead(trx, task.id, now) : null;
  if (tooFar) return { refused: [`${tooFar}.`] };
  const assignee = await findAssigneeLabel(trx, task);
  const request = action === "assign" ? await findOpenRequest(trx, task.id) : undefined;
  if (!(await carryOut(trx, viewer, wanted, now)))
    return { refused: ["Nothing changed: somebody else was faster."] };
  const after = (await findTaskOrDeleted(trx, viewer, task.id))!;
  const { due_local: due, due_time_zone: zone, due_has_time } = task;
  const next =
    action === "cancel" && isRepeating ? await describeNext(trx, viewer, task.id, now) : null;
  const versions = { versionBefore: task.version, versions: { [task.id]: after.version } };
  const hasTime = due_has_time === 1;
  const was = { due, timeZone: zone ?? viewer.timeZone, hasTime, assignee };
  const hadTurn = task.has_turn === 1;
  const before = { ...was, hadTurn, requestId: request?.id ?? null, ...versions };
  const { person } = wanted;
  const isGiven = action === "assign";
  const given = isGiven ? await describeGiven(trx, viewer, { task: after, person, request }) : null;
  return { as: kinds[action], before, task: after, next, given };
}

const kinds = {
  complete: "done",
  move: "moved",
  cancel: "deleted",
  delete: "deleted",
  assign: "given",
} as const;

/** Returns the assignee as forms show it. */
export async function findAssigneeLabel(
  db: Kysely<Database>,
  { assignee, assignee_id, household_id }: Task,
): Promise<string | null> {
  if (assignee_id === null) return assignee;
  const people = await listHouseholdPeople(db, household_id);
  return people.find(({ id }) => id === assignee_id)?.label ?? assignee;
}

async function carryOut(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { task, action, isRepeating, target, person }: Wanted,
  now: string,
): Promise<boolean> {
  const { id } = task;
  if (action === "complete") return completeTask(trx, viewer, id);
  if (action === "move") {
    const { local, timeZone, hasTime } = target!;
    return setDueDate(trx, viewer, id, local, timeZone, { hasTime });
  }
  if (action === "cancel" && isRepeating) return skipOccurrence(trx, viewer, id, now);
  if (action === "assign")
    return giveTask(trx, viewer, task, { assignee_id: person?.id ?? null, assignee_name: null });
  return deleteTask(trx, viewer, id);
}
