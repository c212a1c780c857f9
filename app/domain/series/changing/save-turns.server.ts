import type { Transaction } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, TurnOrder } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import type { Series } from "../occurrences/series.server.ts";

/** @param order null ends the turns */
export async function saveTurns(
  trx: Transaction<Database>,
  { id: series_id, household_id }: Pick<Series, "id" | "household_id">,
  order: TurnOrder | null,
  people: readonly { id: string; hasLeft?: boolean }[],
): Promise<void> {
  await planAgain(trx, [household_id], nowIso());
  await trx.deleteFrom("series_turns").where("series_id", "=", series_id).execute();
  if (!order) return;
  await trx.insertInto("series_turns").values({ series_id, turn_order: order }).execute();
  // Two ids from a page or a request of before may be one person by now.
  const distinct = new Map(people.map((person) => [person.id, person])).values();
  const rows = [...distinct].map(({ id: person_id, hasLeft = false }, position) => {
    return { series_id, position, person_id, has_left: bit(hasLeft) };
  });
  if (rows.length > 0) await trx.insertInto("series_turn_people").values(rows).execute();
}
