import type { Transaction } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import {
  findChosenPerson,
  type HouseholdPerson,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Series } from "../occurrences/series.server.ts";
import type { Turns } from "../turns/choose-turn.ts";
import { isAssignedByHand } from "../turns/kept-turn.server.ts";
import { findTurns } from "../turns/turns.server.ts";
import { assignOpen } from "./assign-turn.server.ts";
import { saveTurns } from "./set-turns.server.ts";

const savedTurns = z
  .object({ order: z.enum(["anyone", "each", "week", "least"]), people: z.array(z.string()) })
  .nullable();

/** Gives someone all turns after the open one. Returns the turns before, for `returnEveryTurn`. */
export async function giveEveryTurn(
  trx: Transaction<Database>,
  { taskId, personId }: { taskId: string; personId: string },
): Promise<string | null> {
  const found = await findTurnsOf(trx, taskId);
  const person = found?.people.find(({ id }) => id === personId);
  if (!found || !person) return null;
  const { series, turns } = found;
  await saveTurns(trx, series, "each", [person]);
  return JSON.stringify(turns && { order: turns.order, people: turns.people.map(({ id }) => id) });
}

/** Does nothing if the turns were changed since. The open task goes to whose turn it is then. */
export async function returnEveryTurn(
  trx: Transaction<Database>,
  { taskId, personId, before }: { taskId: string; personId: string; before: string },
): Promise<void> {
  const found = await findTurnsOf(trx, taskId);
  if (!found || !(await hasEveryTurn(trx, found.series.id, personId))) return;
  const saved = savedTurns.parse(JSON.parse(before));
  const people = await findThoseBefore(trx, found, saved?.people ?? []);
  const isLeft = saved?.order === "anyone" || people.length > 0;
  await saveTurns(trx, found.series, saved && isLeft ? saved.order : null, people);
  await passOnOpen(trx, found.series);
}

/** An account that has left since takes part again when it comes back. */
async function findThoseBefore(trx: Transaction<Database>, found: SeriesTurns, saved: string[]) {
  const ids = saved.map((id) => findChosenPerson(found.people, id)?.id ?? id);
  const rows = await findPeopleByIds(trx, ids);
  return ids.flatMap((id) => {
    const person = rows.get(id);
    if (person?.household_id !== found.series.household_id) return [];
    const hasLeft = person.user_id === null && person.former_user_id !== null;
    return hasLeft || person.left_at === null ? [{ id, hasLeft }] : [];
  });
}

/** Their account may have left the household already. */
async function hasEveryTurn(
  trx: Transaction<Database>,
  seriesId: string,
  personId: string,
): Promise<boolean> {
  const [only, ...others] = await trx
    .selectFrom("series_turn_people")
    .select("person_id")
    .where("series_id", "=", seriesId)
    .execute();
  return only?.person_id === personId && others.length === 0;
}

async function passOnOpen(trx: Transaction<Database>, series: Series): Promise<void> {
  const open = await trx
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", series.id)
    .where("state", "=", "open")
    .executeTakeFirst();
  const task = open?.task_id ? (await findTasks(trx, [open.task_id])).get(open.task_id) : undefined;
  if (!open || !task) return;
  if (!isAssignedByHand(open, task)) await assignOpen(trx, series, task.id, nowIso());
}

interface SeriesTurns {
  series: Series;
  people: HouseholdPerson[];
  turns: Turns | null;
}

async function findTurnsOf(
  trx: Transaction<Database>,
  taskId: string,
): Promise<SeriesTurns | undefined> {
  const [found] = await findOccurrences(trx, [taskId]);
  if (!found) return undefined;
  const people = await listHouseholdPeople(trx, found.series.household_id);
  return { series: found.series, people, turns: await findTurns(trx, found.series.id, people) };
}
