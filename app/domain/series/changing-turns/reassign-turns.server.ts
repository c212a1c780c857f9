import type { Transaction } from "kysely";
import type { HouseholdPerson } from "#app/domain/household/members/people.server.ts";
import { announceTaskChanges } from "#app/domain/tasks/changing/announce-later.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import { findOccurrences } from "../occurrences/series.server.ts";
import { assignTurn } from "./assign-turn.server.ts";
import { nextTurn, turnColumns } from "../turns/turns.server.ts";

/** Gives the open turns that someone has on these days to others; without a person, those that nobody has. */
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
  const { turn_user, turn_member } = turnColumns(person);
  const rows = await trx
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .select("task_id")
    .where("series.household_id", "=", householdId)
    .where("state", "=", "open")
    .where("turn_user", "is", turn_user)
    .where("turn_member", "is", turn_member)
    .execute();
  const taskIds = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await findTasks(trx, taskIds);
  const changed: string[] = [];
  for (const { series, occurrence } of await findOccurrences(trx, taskIds)) {
    const task = tasks.get(occurrence.task_id!);
    const on = task?.due_local?.slice(0, 10) ?? occurrence.occurs_on;
    if (!task || on < firstOn || on > lastOn) continue;
    // Someone who is not in turns was assigned by hand.
    if (!person && task.assignee !== null) continue;
    const other = await nextTurn(trx, series, { number: occurrence.number, on });
    if (other === undefined || other === person) continue;
    await assignTurn(trx, { occurrence, task }, other);
    changed.push(task.id);
  }
  await announceTaskChanges(trx, changed, now);
}
