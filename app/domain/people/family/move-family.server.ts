import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { mergePeople } from "../own-person.server.ts";
import type { SamePair } from "./same-people.server.ts";

/** Merges family members whom both households list. Accounts are linked later. */
export async function moveFamily(
  trx: Transaction<Database>,
  { from, to, pairs }: { from: string; to: string; pairs: readonly SamePair[] },
  now: string,
): Promise<void> {
  for (const { incoming, present } of pairs)
    if (!incoming.user_id && !present.user_id) await mergePeople(trx, incoming.id, present.id, now);
  await trx
    .updateTable("people")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}
