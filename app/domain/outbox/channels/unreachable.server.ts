import type { Transaction } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsUser } from "../change-state.server.ts";
import type { Reason } from "../reasons.ts";

/** Failures at a previous number say nothing about the new one. */
export async function forgetUnreachableNumber(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await markAsFormer(trx, userId, { channels: textChannels, formerReason: "bad_former_number" });
}

export async function forgetUnreachableEmail(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await markAsFormer(trx, userId, {
    channels: ["email"],
    formerReason: "bad_former_email_address",
  });
}

async function markAsFormer(
  trx: Transaction<Database>,
  userId: string,
  { channels, formerReason }: { channels: Channel[]; formerReason: Reason },
): Promise<void> {
  const unreachable: Reason[] = ["bad_address", "bad_email_address"];
  await changeAsUser(trx, { transition: "outdated", columns: { reason: formerReason } }, nowIso())
    .where("user_id", "=", userId)
    .where("is_own", "=", 1)
    .where("channel", "in", channels)
    .where("reason", "in", unreachable)
    .execute();
}
