import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "./occurrences/series.server.ts";
import { findTurns } from "./turns/turns.server.ts";

/**
 * Returns "Nora and Sam take turns", or null if turns do not decide who does the task and the
 * following ones.
 */
export async function describeTurns(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  taskId: string,
): Promise<string | null> {
  const [found] = await findOccurrences(db, [taskId]);
  const people = found ? await listHouseholdPeople(db, householdId) : [];
  const turns = found && (await findTurns(db, found.series.id, people));
  if (!turns) return null;
  const names = turns.people.map(({ name }) => name);
  if (turns.order === "anyone") return "Anyone can take the following ones";
  return names.length === 1
    ? `The following are ${names[0]}'s turn`
    : `${new Intl.ListFormat("en-US").format(names)} take turns`;
}
