import type { Transaction } from "kysely";
import { assignInstead } from "#app/domain/tasks/changing/delegation.server.ts";
import { changeOccurrences, moveOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import {
  announceTaskChange,
  type OccurrenceEdit,
  tasksGiven,
  TurnsDecide,
} from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { type Assignee, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { countBefore } from "#app/domain/recurrence/dates.server.ts";
import { writeRule } from "#app/domain/recurrence/rule.ts";
import { shiftRule } from "#app/domain/recurrence/shift-rule.ts";
import {
  datedRule,
  findOccurrences,
  type Occurrence,
  type Series,
} from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { keepWeeks } from "../turns/keep-weeks.server.ts";
import { findTurns } from "../turns/turns.server.ts";
import { saveTurns } from "./set-turns.server.ts";

/** Applies an edit of one occurrence to the others, and to later ones. @throws TurnsDecide */
export async function applyToSeries(
  trx: Transaction<Database>,
  { before, scope, by, endsTurns = false }: OccurrenceEdit,
  now: string,
): Promise<void> {
  const [found] = await findOccurrences(trx, [before.id]);
  const after = (await findTasks(trx, [before.id])).get(before.id);
  if (!found || !after) return;
  const { series, occurrence } = found;
  const person = await followingPerson(trx, series, { before, after, endsTurns });
  const content = { ...changedContent(before, after), ...person };
  const time = findNewTime(before, after);
  await shiftDays(trx, found, { before, after });
  if (Object.keys(content).length === 0 && time === null) return;
  await trx
    .updateTable("series")
    .set({
      ...content,
      ...(time !== null && { local_time: time, has_time: after.due_has_time }),
      ...(person && { yes_person_id: null }),
    })
    .where("id", "=", series.id)
    .execute();
  const others = await listOthers(trx, occurrence, scope);
  const ids = others.flatMap(({ task_id }) => task_id ?? []);
  const untouched = await findUntouchedOpen(trx, others);
  if (person) await giveOpen(trx, others, { person, by }, now);
  await changeOccurrences(trx, ids, content);
  if (endsTurns && person) await endOpenTurn(trx, [occurrence, ...others], person);
  if (time !== null) await moveOpen(trx, others, series, { time, hasTime: after.due_has_time });
  if (untouched) await keepUntouched(trx, untouched);
  await announceTaskChange(trx, ids, now);
}

/** Returns HH:mm, or null if the time stays, and whether it was said. */
function findNewTime(before: Task, after: Task): string | null {
  const [timeBefore, time] = [before, after].map(({ due_local }) => due_local?.slice(11));
  const isSaid = before.due_has_time !== after.due_has_time;
  return time === undefined || (time === timeBefore && !isSaid) ? null : time;
}

/** Returns who does the following occurrences, if the edit says so. */
async function followingPerson(
  trx: Transaction<Database>,
  series: Series,
  { before, after, endsTurns }: { before: Task; after: Task; endsTurns: boolean },
): Promise<Assignee | undefined> {
  const { assignee_id, assignee_name } = after;
  const isAssigned = assignee_id !== before.assignee_id || assignee_name !== before.assignee_name;
  const people = await listHouseholdPeople(trx, series.household_id);
  const turns = await findTurns(trx, series.id, people);
  if (isAssigned && !endsTurns && turns) throw new TurnsDecide();
  if (endsTurns) await saveTurns(trx, series, null, []);
  // A person who said yes to one occurrence did not say yes to all.
  const isMeant = isAssigned || (endsTurns && after.delegation_status !== "accepted");
  return isMeant ? { assignee_id, assignee_name } : undefined;
}

/** Ends requests for the open occurrence, as for any task that is given to another person. */
async function giveOpen(
  trx: Transaction<Database>,
  others: Occurrence[],
  { person, by }: { person: Assignee; by: string },
  now: string,
): Promise<void> {
  const taskId = others.find(({ state }) => state === "open")?.task_id;
  if (!taskId) return;
  await assignInstead(trx, taskId, person);
  await tasksGiven.announce(trx, { taskIds: [taskId], by }, now);
}

/** From now on, the open occurrence is assigned by hand. */
async function endOpenTurn(
  trx: Transaction<Database>,
  occurrences: Occurrence[],
  person: Assignee,
): Promise<void> {
  const open = occurrences.find(({ state }) => state === "open");
  if (!open?.task_id) return;
  await updateOccurrence(trx, open, { turn_person_id: null });
  await changeOccurrences(trx, [open.task_id], person);
}

/** Moves later dates too, if the rule says how. Done occurrences keep their date. */
async function shiftDays(
  trx: Transaction<Database>,
  { series, occurrence }: { series: Series; occurrence: Occurrence },
  { before, after }: { before: Task; after: Task },
): Promise<void> {
  const [dayBefore, day] = [before, after].map(({ due_local }) => due_local?.slice(0, 10));
  if (!day || day === dayBefore) return;
  const dated = occurrence.state === "open" && series.ended_at === null ? datedRule(series) : null;
  const from = occurrence.occurs_on;
  const passed = dated?.rule.count ? countBefore(dated, from) : 0;
  const shifted = dated && shiftRule(dated.rule, { from, to: day, passed });
  if (!shifted) return;
  const start = shifted.isRestarted ? { starts_on: day } : {};
  await trx
    .updateTable("series")
    .set({ rule: writeRule(shifted.rule), ...start })
    .where("id", "=", series.id)
    .execute();
  await keepWeeks(trx, series, () => updateOccurrence(trx, occurrence, { occurs_on: day }));
}

function changedContent(before: Task, after: Task) {
  return {
    ...(after.title !== before.title && { title: after.title }),
    ...(after.category !== before.category && { category: after.category }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.about_id !== before.about_id && { about_id: after.about_id }),
  };
}

async function listOthers(
  trx: Transaction<Database>,
  { series_id, number }: Occurrence,
  scope: "following" | "all",
): Promise<Occurrence[]> {
  return trx
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", series_id)
    .where("number", scope === "all" ? "!=" : ">", number)
    .where("state", "!=", "ahead")
    .execute();
}

/**
 * Finds the open occurrence if nobody has changed it: only then can the previous one be reopened.
 */
async function findUntouchedOpen(
  trx: Transaction<Database>,
  others: Occurrence[],
): Promise<Occurrence | undefined> {
  const open = others.find(({ state }) => state === "open");
  const task = open?.task_id ? (await findTasks(trx, [open.task_id])).get(open.task_id) : undefined;
  return task?.version === open?.task_version ? open : undefined;
}

/** An edit of the previous occurrence does not count as a change to this one. */
async function keepUntouched(trx: Transaction<Database>, open: Occurrence): Promise<void> {
  const id = open.task_id ?? "";
  const task = (await findTasks(trx, [id])).get(id);
  if (task) await updateOccurrence(trx, open, { task_version: task.version });
}

async function moveOpen(
  trx: Transaction<Database>,
  others: Occurrence[],
  series: Series,
  { time, hasTime }: { time: string; hasTime: Bit },
): Promise<void> {
  const id = others.find(({ state }) => state === "open")?.task_id;
  const task = id ? (await findTasks(trx, [id])).get(id) : undefined;
  if (!task?.due_local) return;
  const local = `${task.due_local.slice(0, 10)}T${time}`;
  const timeZone = task.due_time_zone ?? series.time_zone;
  await moveOccurrence(trx, task.id, { local, timeZone, hasTime });
}
