import type { Transaction } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Reason } from "../reasons.ts";

/** For a changed number: that messages did not reach the previous one says nothing about it. */
export async function forgetUnreachableNumber(trx: Transaction<Database>, userId: string): Promise<void> {
  await forget(trx, userId, { channels: textChannels, former: "bad_former_number" });
}

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
    .where("is_own", "=", 1)
    .where("channel", "in", channels)
    .where("reason", "in", unreachable)
    .execute();
}
