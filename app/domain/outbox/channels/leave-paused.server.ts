import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeChannels } from "./change-channel.server.ts";
import { chosenChannel } from "./other-channel.server.ts";
import type { Instance } from "../preparation.ts";
import { pausedChannels } from "../sending/sendable.ts";
import { isStillWanted } from "./wanted-channels.ts";

/**
 * Whoever switches to another channel because one is paused gets what waits there at once: by its claim, which would find
 * out, it could be days.
 */
export async function leavePausedChannels(db: Kysely<Database>, instance: Instance, now: string): Promise<void> {
  if (!(await pausedChannels(db, now).executeTakeFirst())) return;
  await db.transaction().execute(async (trx) => {
    const waiting = await findWaiting(trx, now);
    const unwanted = waiting.filter((delivery) => !isStillWanted(chosenChannel(delivery), delivery));
    await changeChannels(trx, unwanted, instance, now);
  });
}

/** What its reader may have switched off; a text that stands in for another is told apart by its key. */
function findWaiting(trx: Transaction<Database>, now: string) {
  return trx
    .selectFrom("deliveries")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "deliveries.user_id")
    .selectAll("deliveries")
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("state", "=", "ready")
    .where("not_before", "<=", now)
    .where("channel", "in", pausedChannels(trx, now))
    .where("kind", "in", ["reminder", "late_reminders", "daily_summary", "delegation_answer"])
    .where(({ eb, or }) =>
      or([
        eb("channel", "=", "email").and(or([eb("sms_enabled", "=", 1), eb("whatsapp_enabled", "=", 1)])),
        eb("channel", "=", "sms").and("sms_enabled", "=", 0),
        eb("channel", "=", "whatsapp").and("whatsapp_enabled", "=", 0),
      ]),
    )
    .execute();
}
