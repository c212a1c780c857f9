import { expressionBuilder, type Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import { findOpenOccurrence } from "../occurrences/complete-ahead.server.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { assignTurn } from "../occurrences/give-to-turn.server.ts";
import { isAwayOn, nextTurn } from "../turns/turns.server.ts";

/**
 * Leaves the rest to the worker, which reassigns them within a second: each takes milliseconds, in
 * which no other request runs.
 */
export const reassignedAtOnce = 10;

/**
 * Gives the open turns of a person on these days to others; without a person, those that nobody
 * has.
 */
export async function reassignTurns(
  trx: Transaction<Database>,
  {
    householdId,
    person,
    firstOn,
    lastOn,
  }: { householdId: string; person: HouseholdPerson | null; firstOn: string; lastOn: string },
  now: string,
): Promise<void> {
  await planAgain(trx, [householdId], now);
  const rows = await trx
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .select("task_id")
    .where("series.household_id", "=", householdId)
    .where("state", "=", "open")
    .where("turn_person_id", "is", person?.id ?? null)
    .execute();
  const taskIds = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await findTasks(trx, taskIds);
  const concerned = (await findOccurrences(trx, taskIds)).flatMap(({ series, occurrence }) => {
    const task = tasks.get(occurrence.task_id!);
    const on = task && dateOf(task, occurrence);
    return on && on >= firstOn && on <= lastOn ? [{ series, occurrence, task }] : [];
  });
  for (const open of concerned.slice(0, reassignedAtOnce)) await reassign(trx, open, person, now);
  const later = concerned.slice(reassignedAtOnce).map(({ series }) => series.id);
  await leaveToWorker(trx, later, now);
}

export async function leaveToWorker(
  trx: Transaction<Database>,
  seriesIds: string[],
  now: string,
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ is_turn_to_pass: 1, plans_at: plansBy(now) })
    .where("id", "in", idList(seriesIds))
    .execute();
}

/**
 * Makes the worker handle the series at once. Keeps an earlier instant, from which reminders are
 * due.
 */
export function plansBy(now: string) {
  const eb = expressionBuilder<Database, "series">();
  return eb.case().when("plans_at", "<", now).then(eb.ref("plans_at")).else(now).end();
}

/** Does what `leaveToWorker` postponed. */
export async function reassignLater(
  trx: Transaction<Database>,
  seriesId: string,
  now: string,
): Promise<void> {
  const marked = await trx
    .updateTable("series")
    .set({ is_turn_to_pass: 0 })
    .where("id", "=", seriesId)
    .where("is_turn_to_pass", "=", 1)
    .returning("household_id")
    .executeTakeFirst();
  const taskId = marked && (await findOpenOccurrence(trx, seriesId))?.task_id;
  const [found] = taskId ? await findOccurrences(trx, [taskId]) : [];
  const task = taskId && (await findTasks(trx, [taskId])).get(taskId);
  if (!marked || !found || !task) return;
  const people = await listHouseholdPeople(trx, marked.household_id);
  const person = people.find(({ id }) => id === found.occurrence.turn_person_id) ?? null;
  const isAway = await isAwayOn(trx, marked.household_id, dateOf(task, found.occurrence));
  if (!person || isAway(person)) await reassign(trx, { ...found, task }, person, now);
}

interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

const dateOf = ({ due_local }: Task, { occurs_on }: Occurrence) =>
  due_local?.slice(0, 10) ?? occurs_on;

async function reassign(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  person: HouseholdPerson | null,
  now: string,
): Promise<void> {
  // A person was assigned by hand, perhaps before somebody else said yes.
  if (!person && task.assignee !== null && task.has_turn === 0) return;
  const on = dateOf(task, occurrence);
  const other = await nextTurn(trx, series, { number: occurrence.number, on });
  if (other === undefined || other?.id === person?.id) return;
  await assignTurn(trx, { occurrence, task }, other);
  await announceTaskChange(trx, [task.id], now);
}
