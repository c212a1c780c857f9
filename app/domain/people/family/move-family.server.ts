import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { mergePeople } from "../own-person.server.ts";
import { pairMembers } from "./merge.ts";

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
