import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { assignOccurrences, turnOf } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange, taskEdited, tasksGiven } from "#app/domain/tasks/events.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export type TakenTurn =
  | { status: "taken"; name: string; isViewer: boolean }
  | { status: "changed"; name: string }
  | { status: "missing" };

/** Finds the person who has this one, by a yes or by a turn. */
export function findHolderId(
  { turn_person_id }: Occurrence,
  { delegation_status, assignee_id }: Task,
): string | null {
  return delegation_status === "accepted" ? assignee_id : turn_person_id;
}

/**
 * Handles "I'll do it", and "Sam takes mine today". The next turn depends on who has this one. Ends
 * a request to anybody else.
 */
export async function takeTurn(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  { person: personId = viewer.userId, from }: { person?: string; from: string },
): Promise<TakenTurn> {
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (!task || found?.occurrence.state !== "open") return { status: "missing" };
    const people = await listHouseholdPeople(trx, viewer.householdId);
    const person = findChosenPerson(people, personId);
    if (!person) return { status: "missing" };
    const holderId = findHolderId(found.occurrence, task);
    if ((holderId ?? undefined) !== findChosenPerson(people, from)?.id) {
      const holder = people.find(({ id }) => id === holderId);
      return { status: "changed", name: holder?.label ?? "nobody" };
    }
    await updateOccurrence(trx, found.occurrence, { turn_person_id: person.id });
    await assignOccurrences(trx, [taskId], person);
    const now = nowIso();
    const after = { ...task, ...turnOf(person) };
    await taskEdited.announce(trx, { before: task, after, by: viewer.userId }, now);
    await tasksGiven.announce(trx, { taskIds: [taskId], by: viewer.userId }, now);
    await announceTaskChange(trx, [taskId], now);
    return { status: "taken", name: person.name, isViewer: person.userId === viewer.userId };
  });
}
