import type { Kysely } from "kysely";
import { findPeopleOfAccounts, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findDoers } from "#app/domain/series/series-history.server.ts";
import type { listDoneTasks } from "#app/domain/tasks/lists/done-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findFinishers } from "./answers.server.ts";

type DoneTask = Awaited<ReturnType<typeof listDoneTasks>>[number];

/**
 * Returns the id of the person who did each of the tasks; null where nobody is known to have. A
 * person without an account did what was theirs, even if somebody else ticked it.
 */
export async function findWhoDid(
  db: Kysely<Database>,
  householdId: string,
  tasks: readonly DoneTask[],
): Promise<Map<string, string | null>> {
  const ids = tasks.map(({ id }) => id);
  const doers = await findDoers(db, ids);
  const accounts = [...new Set(tasks.flatMap(({ marked_by }) => marked_by ?? []))];
  const markers = await findPeopleOfAccounts(db, householdId, accounts);
  const withoutAccount = await findWithoutAccount(db, householdId);
  const unmarked = tasks.flatMap(({ id, marked_by }) => (marked_by ? [] : [id]));
  const finishers = await findFinishers(db, unmarked);
  const doerOf = ({ id, marked_by, marked_person, assignee_id }: DoneTask) => {
    if (marked_person) return marked_person;
    const known = doers.get(id);
    if (known !== undefined) return known;
    const finisher = finishers.get(id);
    // Their yes gave them the task, which still names them.
    if (finisher) return finisher.personId ?? assignee_id;
    if (assignee_id && withoutAccount.has(assignee_id)) return assignee_id;
    return markers.get(marked_by ?? "")?.id ?? null;
  };
  return new Map(tasks.map((task) => [task.id, doerOf(task)]));
}

async function findWithoutAccount(db: Kysely<Database>, householdId: string): Promise<Set<string>> {
  const people = await listHouseholdPeople(db, householdId);
  return new Set(people.flatMap(({ id, userId }) => (userId ? [] : [id])));
}
