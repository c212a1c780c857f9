import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { addDeliveries } from "../scheduling/add-deliveries.server.ts";

/** Who asked for it is not waiting any more by then. */
const minutesTried = 60;

/**
 * Sends the user a test, one a minute and channel.
 * @returns "no_number" for a text to somebody who has told none
 */
export async function sendTest(
  db: Kysely<Database>,
  userId: string,
  channel: Channel,
  now: string = nowIso(),
): Promise<"on its way" | "too soon" | "no_number"> {
  const dedupeKey = `test:${userId}:${now.slice(0, "YYYY-MM-DDTHH:mm".length)}`;
  return db.transaction().execute(async (trx) => {
    const { phone_number } = await trx
      .selectFrom("user_preferences")
      .select("phone_number")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (channel !== "email" && !phone_number) return "no_number";
    const sent = await trx
      .selectFrom("deliveries")
      .select("id")
      .where("dedupe_key", "=", `${dedupeKey}:${channel}`)
      .executeTakeFirst();
    if (sent) return "too soon";
    const expiresAt = laterBy(now, { minutes: minutesTried });
    await addDeliveries(trx, [{ kind: "test", channel, userId, subjectId: userId, dedupeKey, expiresAt }], now);
    return "on its way";
  });
}
