import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { turnOf } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange, taskEdited, tasksGiven } from "#app/domain/tasks/events.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "../occurrences/series.server.ts";
import { assignTurn } from "./assign-turn.server.ts";

export type TakenTurn =
  | { status: "taken"; name: string; isViewer: boolean }
  | { status: "changed"; name: string }
  | { status: "missing" };

/** "I'll do it", and "Sam takes mine today". The next turn follows from who has this one. */
export async function takeTurn(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  { person: personId = viewer.userId, from }: { person?: string; from: string },
): Promise<TakenTurn> {
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (!task || found?.occurrence.state !== "open") return { status: "missing" };
    const people = await listHouseholdPeople(trx, viewer.householdId);
    const person = findChosenPerson(people, personId);
    if (!person) return { status: "missing" };
    const current = people.find(({ id }) => id === found.occurrence.turn_person_id);
    const isAccepted = task.delegation_status === "accepted";
    if (isAccepted || current?.id !== findChosenPerson(people, from)?.id) {
      return { status: "changed", name: (isAccepted ? task.assignee : current?.name) ?? "nobody" };
    }
    await assignTurn(trx, { occurrence: found.occurrence, task }, person);
    const now = nowIso();
    const after = { ...task, ...turnOf(person) };
    await taskEdited.announce(trx, { before: task, after, by: viewer.userId }, now);
    await tasksGiven.announce(trx, { taskIds: [taskId], by: viewer.userId }, now);
    await announceTaskChange(trx, [taskId], now);
    return { status: "taken", name: person.name, isViewer: person.userId === viewer.userId };
  });
}
