import type { Kysely } from "kysely";
import { carries } from "#app/channels.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { userChannels } from "#app/domain/outbox/channels/user-channels.ts";
import { findPreferences } from "./preferences.server.ts";

const minutesUntilExpiry = 60;

/** Allows one test per minute and channel. */
export async function sendTest(
  db: Kysely<Database>,
  userId: string,
  channel: Channel,
  now: string = nowIso(),
): Promise<"on its way" | "too soon" | "no_number" | "unconfirmed" | "not_connected"> {
  return db.transaction().execute(async (trx) => {
    const preferences = await findPreferences(trx, userId);
    const isText = carries(channel, "text");
    if (isText && !preferences.phone_number) return "no_number";
    if (isText && !preferences.phone_confirmed_at) return "unconfirmed";
    const isConnected = userChannels[channel].isOn(preferences);
    if (carries(channel, "push", "notification") && !isConnected) return "not_connected";
    const message = { kind: "test", channel, userId, subjectId: userId, isOwn: true } as const;
    const dedupeKey = `test:${userId}:${now.slice(0, "YYYY-MM-DDTHH:mm".length)}`;
    const expiresAt = laterBy(now, { minutes: minutesUntilExpiry });
    const added = await addDeliveries(trx, [{ ...message, dedupeKey, expiresAt }], now);
    return added > 0 ? "on its way" : "too soon";
  });
}
