import type { Transaction } from "kysely";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Database } from "#db/schema.ts";
import { loseNumber } from "../preferences.server.ts";

/** A number is one account's: the one that had it loses it, and is told by its next way. */
export async function takeNumber(
  trx: Transaction<Database>,
  { userId, number }: { userId: string; number: string },
  now: string,
): Promise<void> {
  const former = await loseNumber(trx, { number, butOf: userId }, now);
  const deliveries = former.map((preferences) => {
    // Email cannot be anybody else's.
    const [channel = "email"] = wantedChannels(preferences);
    const { user_id } = preferences;
    const dedupeKey = `number_taken:${user_id}:${now}`;
    return {
      kind: "number_taken",
      channel,
      userId: user_id,
      subjectId: user_id,
      payload: { number },
      dedupeKey,
    } as const;
  });
  await addDeliveries(trx, deliveries, now);
}
