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
