import { isSamePerson, type Named } from "../members/same-name.ts";

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
