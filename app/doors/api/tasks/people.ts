import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import type { Call } from "../operation.ts";
import { type FieldError, Problem } from "../problem.ts";

type People = Partial<Record<"assignee_id" | "about_id", string | null | undefined>>;

/**
 * Finds the people whom a request names by their ids.
 * @throws Problem for an id that is nobody's in the household
 */
export async function findNamed(
  { db, viewer }: Pick<Call, "db" | "viewer">,
  { assignee_id, about_id }: People,
): Promise<{ assignee: HouseholdPerson | undefined; about: HouseholdPerson | undefined }> {
  if (!assignee_id && !about_id) return { assignee: undefined, about: undefined };
  const people = await listHouseholdPeople(db, viewer.householdId);
  const find = (id: string | null | undefined) => (id ? findChosenPerson(people, id) : undefined);
  const found = { assignee: find(assignee_id), about: find(about_id) };
  const errors: FieldError[] = [];
  if (assignee_id && !found.assignee) errors.push({ field: "assignee_id", message: nobody });
  if (about_id && !found.about) errors.push({ field: "about_id", message: nobody });
  if (errors.length > 0) throw new Problem("invalid", nobody, { errors });
  return found;
}

const nobody = "Your household has no such person.";
