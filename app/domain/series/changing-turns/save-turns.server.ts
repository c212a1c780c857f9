import type { Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { HouseholdPerson } from "#app/domain/household/members/people.server.ts";
import type { Database, TurnOrder } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import type { Series } from "../occurrences/series.server.ts";

/** @param order null ends the turns */
export async function saveTurns(
  trx: Transaction<Database>,
  { id: series_id, household_id }: Pick<Series, "id" | "household_id">,
  order: TurnOrder | null,
  people: HouseholdPerson[],
): Promise<void> {
  await planAgain(trx, [household_id], nowIso());
  await trx.deleteFrom("series_turns").where("series_id", "=", series_id).execute();
  if (!order) return;
  await trx.insertInto("series_turns").values({ series_id, turn_order: order }).execute();
  // Two ids from a page or a request of before may be one person by now.
  const ids = new Set(people.map(({ id }) => id));
  const rows = [...ids].map((person_id, position) => ({ series_id, position, person_id }));
  if (rows.length > 0) await trx.insertInto("series_turn_people").values(rows).execute();
}
