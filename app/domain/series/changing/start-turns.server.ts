import type { Transaction } from "kysely";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { SaidTurns } from "#app/domain/tasks/adding/said-turns.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { saveTurns } from "./save-turns.server.ts";
import { nextTurn } from "../turns/turns.server.ts";

/** For a series that was just said. The caller announces the change. */
export async function startTurns(
  trx: Transaction<Database>,
  { taskId, turns: { order, personIds } }: { taskId: string; turns: SaidTurns },
): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  if (!found) return;
  const { series, occurrence } = found;
  const known = await listHouseholdPeople(trx, series.household_id);
  const people = personIds.flatMap((id) => findChosenPerson(known, id) ?? []);
  if (order !== "anyone" && people.length === 0) return;
  await saveTurns(trx, series, order, people);
  const turn = await nextTurn(trx, series, { number: occurrence.number, on: occurrence.occurs_on });
  await updateOccurrence(trx, occurrence, { turn_person_id: turn?.id ?? null });
  await assignOccurrences(trx, [taskId], turn);
}
