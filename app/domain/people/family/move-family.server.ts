import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { mergePeople } from "../own-person.server.ts";
import { isSamePerson, type Named } from "../same-name.ts";

/** Family members whom both households have become one. */
export async function moveFamily(
  trx: Transaction<Database>,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  const pairs = pairMembers(
    (await listFamily(trx, from)).filter(({ user_id }) => user_id === null),
    await listFamily(trx, to),
  );
  for (const { incoming, kept } of pairs) await mergePeople(trx, incoming.id, kept.id, now);
  await trx
    .updateTable("people")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}

async function listFamily(trx: Transaction<Database>, householdId: string) {
  return trx
    .selectFrom("people")
    .select(["id", "name", "relation", "phone", "email", "user_id"])
    .where("household_id", "=", householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null)
    .orderBy("id")
    .execute();
}

interface Listed extends Named {
  phone: string | null;
  email: string | null;
}

const agree = (one: string | null, other: string | null) =>
  one === null || other === null || one === other;

/** Different numbers or addresses are two people's, whatever their names. */
function pairMembers<Member extends Listed>(
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
