import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Database } from "#db/schema.ts";
import { codeMinutes, type TextChannel } from "../input.ts";
import { findWaitingNumber } from "./waiting-number.server.ts";

const secondsBetweenCodes = 60;

/** Replaces an earlier code. The message counts against the limits of messages to others. */
export async function requestCode(
  trx: Transaction<Database>,
  { userId, number, channel }: { userId: string; number: string; channel: TextChannel },
  now: string,
): Promise<void> {
  await forgetCodes(trx, userId);
  const id = newId();
  await trx
    .insertInto("phone_codes")
    .values({ id, user_id: userId, number, requested_at: now })
    .execute();
  const message = { kind: "phone_code", channel, userId, subjectId: id, isOwn: true } as const;
  const expiresAt = laterBy(now, { minutes: codeMinutes });
  await addDeliveries(trx, [{ ...message, dedupeKey: `phone_code:${id}`, expiresAt }], now);
}

export async function requestNewCode(
  db: Kysely<Database>,
  userId: string,
  channel: TextChannel,
  now: string = nowIso(),
): Promise<"on its way" | "too soon" | "nothing"> {
  return db.transaction().execute(async (trx) => {
    const waiting = await findWaitingNumber(trx, userId);
    if (!waiting) return "nothing";
    if (
      waiting.code &&
      waiting.code.requested_at > earlierBy(now, { seconds: secondsBetweenCodes })
    )
      return "too soon";
    await requestCode(trx, { userId, number: waiting.number, channel }, now);
    return "on its way";
  });
}

export async function forgetCodes(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("phone_codes").where("user_id", "=", userId).execute();
}
