import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findOwn } from "#app/domain/people/own-person.server.ts";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import { announceLater } from "#app/domain/tasks/changing/announce-later.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { keptTurn } from "../turns/kept-turn.server.ts";
import { nextTurn } from "../turns/turns.server.ts";
import { assignTurn } from "../occurrences/give-to-turn.server.ts";
import { leaveToWorker, reassignedAtOnce } from "./reassign-turns.server.ts";

/**
 * Gives the open turns of people without an account to others. People with an account stay in the
 * household. Call it before they are removed from the family.
 */
export async function passOnTurnsOfPeople(
  trx: Transaction<Database>,
  { personIds }: { personIds: string[] },
  now: string,
): Promise<void> {
  const leaving = [...(await findPeopleByIds(trx, personIds)).values()];
  for (const { id, household_id, user_id } of leaving)
    if (!user_id) await passOnTurnsOf(trx, { id, householdId: household_id }, now);
}

/**
 * Gives the open turns of an account that leaves the household to others. If the account comes
 * back, it takes part again.
 */
export async function passOnTurnsOfAccount(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  const person = await findOwn(trx, userId);
  if (!person) return;
  await passOnTurnsOf(trx, { id: person.id, householdId: person.household_id }, now);
  await trx
    .updateTable("series_turn_people")
    .set({ has_left: 1 })
    .where("person_id", "=", person.id)
    .execute();
}

export async function resumeTurns(
  trx: Transaction<Database>,
  { personId }: { personId: string },
  now: string,
): Promise<void> {
  await trx
    .updateTable("series_turn_people")
    .set({ has_left: 0 })
    .where("person_id", "=", personId)
    .execute();
  const person = (await findPeopleByIds(trx, [personId])).get(personId);
  if (person) await planAgain(trx, [person.household_id], now);
}

/** Ends the turns of people without an account. Anyone with one stays in the household. */
export async function endTurnsOfPeople(
  trx: Transaction<Database>,
  { personIds }: { personIds: string[] },
): Promise<void> {
  const people = [...(await findPeopleByIds(trx, personIds)).values()];
  const gone = people.flatMap(({ id, left_at }) => (left_at ? [id] : []));
  await trx.deleteFrom("series_turn_people").where("person_id", "in", idList(gone)).execute();
  await trx.deleteFrom("away_dates").where("person_id", "in", idList(gone)).execute();
}

async function passOnTurnsOf(
  trx: Transaction<Database>,
  { id, householdId }: { id: string; householdId: string },
  now: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("turn_person_id", "=", id)
    .where("state", "=", "open")
    .execute();
  await planAgain(trx, [householdId], now);
  await passOnAll(trx, rows, id, now);
}

interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

async function passOnAll(
  trx: Transaction<Database>,
  rows: { task_id: string | null }[],
  personId: string,
  now: string,
): Promise<void> {
  const taskIds = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await findTasks(trx, taskIds);
  const turns = (await findOccurrences(trx, taskIds)).flatMap(({ series, occurrence }) => {
    const task = tasks.get(occurrence.task_id ?? "");
    return task && keptTurn(occurrence, task) ? [{ series, occurrence, task }] : [];
  });
  const first = turns.slice(0, reassignedAtOnce);
  const isGone = ({ id }: HouseholdPerson) => id === personId;
  for (const { series, occurrence, task } of first) {
    const on = task.due_local?.slice(0, 10) ?? occurrence.occurs_on;
    const other = await nextTurn(trx, series, { number: occurrence.number, on, isGone });
    await assignTurn(trx, { occurrence, task }, other ?? null);
  }
  await announceTaskChange(trx, idsOf(first), now);
  await passOnLater(trx, turns.slice(reassignedAtOnce), now);
}

const idsOf = (turns: Open[]) => turns.map(({ task }) => task.id);

/** Leaves the turns to nobody, until the worker gives them to others within a second. */
async function passOnLater(trx: Transaction<Database>, turns: Open[], now: string): Promise<void> {
  const given = turns.filter(({ task }) => task.delegation_status !== "accepted");
  await trx
    .updateTable("series_occurrences")
    .set({ turn_person_id: null })
    .where("task_id", "in", idList(idsOf(turns)))
    .execute();
  await assignOccurrences(trx, idsOf(given), null);
  await leaveToWorker(
    trx,
    turns.map(({ series }) => series.id),
    now,
  );
  await announceLater(trx, idsOf(turns), now);
}
