import type { Relation } from "#db/schema.ts";

interface Named {
  name: string;
  relation: Relation;
}

export function pairMembers<Member extends Named>(
  incoming: readonly Member[],
  present: readonly Member[],
): { incoming: Member; kept: Member }[] {
  const unpaired = [...present];
  return incoming.flatMap((member) => {
    const index = unpaired.findIndex((other) => isSamePerson(member, other));
    const [kept] = index < 0 ? [] : unpaired.splice(index, 1);
    return kept ? [{ incoming: member, kept }] : [];
  });
}

/** Ignores letter case, spacing and how accents are encoded. */
export function isSamePerson(one: Named, other: Named): boolean {
  return one.relation === other.relation && normalizeName(one.name) === normalizeName(other.name);
}

function normalizeName(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
