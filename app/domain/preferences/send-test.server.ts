import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findPreferences } from "./preferences.server.ts";

const minutesUntilExpiry = 60;

/** One test per minute and channel. */
export async function sendTest(
  db: Kysely<Database>,
  userId: string,
  channel: Channel,
  now: string = nowIso(),
): Promise<"on its way" | "too soon" | "no_number" | "unconfirmed"> {
  return db.transaction().execute(async (trx) => {
    const { phone_number, phone_confirmed_at } = await findPreferences(trx, userId);
    if (channel !== "email" && !phone_number) return "no_number";
    if (channel !== "email" && !phone_confirmed_at) return "unconfirmed";
    const message = { kind: "test", channel, userId, subjectId: userId, isOwn: true } as const;
    const dedupeKey = `test:${userId}:${now.slice(0, "YYYY-MM-DDTHH:mm".length)}`;
    const expiresAt = laterBy(now, { minutes: minutesUntilExpiry });
    const added = await addDeliveries(trx, [{ ...message, dedupeKey, expiresAt }], now);
    return added > 0 ? "on its way" : "too soon";
  });
}
