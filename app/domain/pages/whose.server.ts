import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findFaces, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { anyone } from "#app/domain/tasks/lists/whose-input.ts";
import type { Database } from "#db/schema.ts";

/** The people whose tasks a page can show alone. */
export interface WhoseChoice {
  people: { id: string; name: string; face: number; isYou: boolean }[];
  /** The id of the person whose tasks are shown, or `anyone`; null for everyone's. */
  whose: string | null;
}

/** @param asked what the URL asks for; somebody who is not there counts as everyone */
export async function findWhose(
  db: Kysely<Database>,
  { householdId, userId }: Viewer,
  asked: string | null,
): Promise<WhoseChoice> {
  const listed = await listHouseholdPeople(db, householdId);
  const faces = await findFaces(
    db,
    listed.map(({ id }) => id),
  );
  const people = listed.map((person) => ({
    id: person.id,
    name: person.label,
    face: faces.get(person.id)!,
    isYou: person.userId === userId,
  }));
  const isThere = asked === anyone || people.some(({ id }) => id === asked);
  return { people, whose: isThere ? asked : null };
}
