import type { Kysely, Transaction } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { recordAnswered } from "#app/domain/outbox/others/answered-senders.server.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { codeMinutes } from "../input.ts";
import { savePreferences, loseNumber } from "../preferences.server.ts";
import { isPhoneCode } from "./code.server.ts";
import { forgetCodes } from "./request-code.server.ts";
import { findWaitingNumber } from "./waiting-number.server.ts";

const maxTries = 5;

type Confirmation = "confirmed" | "wrong" | "expired" | "too_many" | "nothing";

export async function confirmNumber(
  db: Kysely<Database>,
  { userId, linkKey }: { userId: string; linkKey: string },
  typed: string,
  now: string = nowIso(),
): Promise<Confirmation> {
  return db.transaction().execute(async (trx) => {
    const waiting = await findWaitingNumber(trx, userId);
    if (!waiting) return "nothing";
    const { number, code } = waiting;
    if (!code || code.requested_at <= earlierBy(now, { minutes: codeMinutes })) return "expired";
    if (code.tries >= maxTries) return "too_many";
    await countTry(trx, code.id);
    if (!(await wasSent(trx, code.id)) || !isPhoneCode(linkKey, code.id, typed)) {
      return code.tries + 1 < maxTries ? "wrong" : "too_many";
    }
    await takeNumber(trx, { userId, number }, now);
    await savePreferences(trx, userId, { phone_confirmed_at: now, phone_lost_at: null });
    await forgetCodes(trx, userId);
    await recordAnswered(trx, { userId, recipient: recipientOf(linkKey, number) }, now);
    return "confirmed";
  });
}

async function countTry(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable("phone_codes")
    .set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** A code that was never sent could only have been guessed. */
const sentStates: DeliveryState[] = ["sending", "unknown", "sent", "delivered", "merged"];

async function wasSent(trx: Transaction<Database>, id: string): Promise<boolean> {
  const messages = await findMessagesAbout(trx, "phone_code", [id]);
  return messages.some(({ state }) => sentStates.includes(state));
}

/**
 * A number belongs to one account: the one that had it loses it, and is notified by its next
 * channel.
 */
async function takeNumber(
  trx: Transaction<Database>,
  { userId, number }: { userId: string; number: string },
  now: string,
): Promise<void> {
  const former = await loseNumber(trx, { number, butOf: userId }, now);
  const deliveries = former.map((preferences) => {
    // Email cannot belong to anyone else.
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
