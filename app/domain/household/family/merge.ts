import type { Relation } from "#db/schema.ts";

interface Named {
  name: string;
  relation: Relation;
}

/**
 * Which of those who are brought into a household are somebody who is there already: one of the same name and relation,
 * however the name is written. Each is merged with one at most.
 */
export function mergesOf<Member extends Named>(
  brought: readonly Member[],
  there: readonly Member[],
): { brought: Member; kept: Member }[] {
  const free = [...there];
  return brought.flatMap((member) => {
    const at = free.findIndex((other) => isSamePerson(member, other));
    const [kept] = at < 0 ? [] : free.splice(at, 1);
    return kept ? [{ brought: member, kept }] : [];
  });
}

/** Of the same name and relation; letters' case, accents' encoding and spaces aside. */
export function isSamePerson(one: Named, other: Named): boolean {
  return one.relation === other.relation && written(one.name) === written(other.name);
}

function written(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
