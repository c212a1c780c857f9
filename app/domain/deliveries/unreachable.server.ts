import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { ownKinds } from "./own-kinds.ts";
import type { Reason } from "./reasons.ts";
import { textChannels } from "./text-channels.ts";

/** To be called when somebody's number has changed: that the one before was not reachable says nothing of this one. */
export async function forgetUnreachable(trx: Transaction<Database>, userId: string): Promise<void> {
  const unreachable: Reason = "bad_address";
  const former: Reason = "bad_former_number";
  await trx
    .updateTable("deliveries")
    .set({ reason: former })
    .where("user_id", "=", userId)
    .where("kind", "in", ownKinds)
    .where("channel", "in", textChannels)
    .where("reason", "=", unreachable)
    .execute();
}
