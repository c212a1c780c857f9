import type { Relation } from "#db/schema.ts";

export interface Named {
  name: string;
  relation: Relation | null;
}

/** Ignores letter case, spacing and how accents are encoded. */
export function isSamePerson(one: Named, other: Named): boolean {
  return one.relation === other.relation && normalizeName(one.name) === normalizeName(other.name);
}

export function normalizeName(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

interface Listed extends Named {
  id: string;
  /** E.164. */
  phone: string | null;
  email: string | null;
}

/**
 * Returns each person's name by id, as the family can choose it: people of one name get what
 * distinguishes them, such as "Otto (…0123)".
 */
export function namesToChoose(people: readonly Listed[]): Map<string, string> {
  const groups = Map.groupBy(people, ({ name }) => normalizeName(name)).values();
  return new Map(
    [...groups].flatMap((group) => {
      const marks = marksOf(group);
      return group.map(({ id, name }, at): [string, string] => {
        const mark = marks[at];
        return [id, mark ? `${name} (${mark})` : name];
      });
    }),
  );
}

function marksOf(namesakes: readonly Listed[]): (string | null)[] {
  if (namesakes.length === 1) return [null];
  const kinds = [
    ({ relation }: Listed) => relation,
    ({ phone }: Listed) => phone && `…${phone.slice(-4)}`,
    ({ email }: Listed) => email,
  ].map((markOf) => namesakes.map(markOf));
  const distinct = kinds.find((marks) => new Set(marks).size === marks.length);
  return distinct ?? namesakes.map((_, at) => `${at + 1}`);
}
