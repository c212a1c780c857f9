import type { Selectable, Transaction } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { weekOf } from "./choose-turn.ts";
import { findFirstDate, findTurns } from "./turns.server.ts";

type Series = Pick<Selectable<Database["series"]>, "id" | "household_id">;

/**
 * Turns of a week each count from the first date of their series. If a change gives the series
 * another first date, everyone keeps their weeks.
 */
export async function keepWeeks(
  trx: Transaction<Database>,
  series: Series,
  change: () => Promise<void>,
): Promise<void> {
  const before = await findFirstDate(trx, series.id);
  await change();
  const after = await findFirstDate(trx, series.id);
  if (before && after) await rotateTurns(trx, series, weekOf(after) - weekOf(before));
}

/** Puts the person first whose turn it is after so many weeks. */
async function rotateTurns(
  trx: Transaction<Database>,
  { id, household_id }: Series,
  weeks: number,
): Promise<void> {
  const turns = weeks
    ? await findTurns(trx, id, await listHouseholdPeople(trx, household_id))
    : null;
  if (turns?.order !== "week") return;
  const first = turns.people.at(weeks % turns.people.length);
  const rows = await trx
    .selectFrom("series_turn_people")
    .select(["position", "person_id"])
    .where("series_id", "=", id)
    .orderBy("position")
    .execute();
  const from = rows.find(({ person_id }) => person_id === first?.id)!.position;
  const end = rows.at(-1)!.position + 1;
  await trx
    .updateTable("series_turn_people")
    .set(({ eb }) => ({ position: eb("position", "+", end) }))
    .where("series_id", "=", id)
    .where("position", "<", from)
    .execute();
}
