import type { Transaction } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { ownKinds } from "../own-message-types.ts";
import type { Reason } from "../reasons.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";

/** To be called when somebody's number has changed: that the one before was not reachable says nothing of this one. */
export async function forgetUnreachableNumber(trx: Transaction<Database>, userId: string): Promise<void> {
  await forget(trx, userId, { channels: textChannels, former: "bad_former_number" });
}

/** The same for their e-mail address. */
export async function forgetUnreachableEmail(trx: Transaction<Database>, userId: string): Promise<void> {
  await forget(trx, userId, { channels: ["email"], former: "bad_former_email_address" });
}

async function forget(
  trx: Transaction<Database>,
  userId: string,
  { channels, former }: { channels: Channel[]; former: Reason },
): Promise<void> {
  const unreachable: Reason[] = ["bad_address", "bad_email_address"];
  await trx
    .updateTable("deliveries")
    .set({ reason: former })
    .where("user_id", "=", userId)
    .where("kind", "in", ownKinds)
    .where("channel", "in", channels)
    .where("reason", "in", unreachable)
    .execute();
}
