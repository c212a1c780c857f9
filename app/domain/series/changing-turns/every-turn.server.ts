import type { Transaction } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import {
  findHouseholdPerson,
  type HouseholdPerson,
  listHouseholdPeople,
} from "#app/domain/household/members/people.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Series } from "../occurrences/series.server.ts";
import type { Turns } from "../turns/choose-turn.ts";
import { findTurns } from "../turns/turns.server.ts";
import { saveTurns } from "./save-turns.server.ts";

const savedTurns = z
  .object({ order: z.enum(["anyone", "each", "week", "least"]), people: z.array(z.string()) })
  .nullable();

/** Gives someone all turns after the open one. Returns the turns before, for `returnEveryTurn`. */
export async function giveEveryTurn(
  trx: Transaction<Database>,
  { taskId, memberId }: { taskId: string; memberId: string },
): Promise<string | null> {
  const found = await findTurnsOf(trx, taskId);
  const person = found && findHouseholdPerson(found.people, { user_id: null, member_id: memberId });
  if (!found || !person) return null;
  const { series, turns } = found;
  await saveTurns(trx, series, "each", [person]);
  return JSON.stringify(turns && { order: turns.order, people: turns.people.map(({ id }) => id) });
}

/** Does nothing if the turns were changed since. */
export async function returnEveryTurn(
  trx: Transaction<Database>,
  { taskId, memberId, before }: { taskId: string; memberId: string; before: string },
): Promise<void> {
  const found = await findTurnsOf(trx, taskId);
  const [only, ...others] = found?.turns?.people ?? [];
  if (!found || !only?.memberIds.includes(memberId) || others.length > 0) return;
  const saved = savedTurns.parse(JSON.parse(before));
  const people = saved?.people.flatMap((id) => found.people.find((person) => person.id === id) ?? []) ?? [];
  const isLeft = saved?.order === "anyone" || people.length > 0;
  await saveTurns(trx, found.series, saved && isLeft ? saved.order : null, people);
}

interface SeriesTurns {
  series: Series;
  people: HouseholdPerson[];
  turns: Turns | null;
}

async function findTurnsOf(trx: Transaction<Database>, taskId: string): Promise<SeriesTurns | undefined> {
  const [found] = await findOccurrences(trx, [taskId]);
  if (!found) return undefined;
  const people = await listHouseholdPeople(trx, found.series.household_id);
  return { series: found.series, people, turns: await findTurns(trx, found.series.id, people) };
}
