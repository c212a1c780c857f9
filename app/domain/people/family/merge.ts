import { isSamePerson, type Named } from "../same-name.ts";

interface Listed extends Named {
  phone: string | null;
  email: string | null;
}

/** Different numbers or addresses are two people's, whatever their names. */
export function pairMembers<Member extends Listed>(
  incoming: readonly Member[],
  present: readonly Member[],
): { incoming: Member; kept: Member }[] {
  const unpaired = [...present];
  return incoming.flatMap((member) => {
    const index = unpaired.findIndex(
      (other) =>
        isSamePerson(member, other) &&
        agree(member.phone, other.phone) &&
        agree(member.email, other.email),
    );
    const [kept] = index < 0 ? [] : unpaired.splice(index, 1);
    return kept ? [{ incoming: member, kept }] : [];
  });
}

const agree = (one: string | null, other: string | null) =>
  one === null || other === null || one === other;
