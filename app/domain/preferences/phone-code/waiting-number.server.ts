import type { Kysely } from "kysely";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import type { Database } from "#db/schema.ts";
import { codeChannels, type TextChannel } from "../input.ts";
import { findPreferences } from "../preferences.server.ts";

/** Returns the number that the user entered, until its code is typed in. */
export async function findWaitingNumber(db: Kysely<Database>, userId: string) {
  const { phone_number: number, phone_confirmed_at: confirmedAt } = await findPreferences(
    db,
    userId,
  );
  if (!number || confirmedAt) return undefined;
  const code = await db
    .selectFrom("phone_codes")
    .select(["id", "tries", "requested_at"])
    .where("user_id", "=", userId)
    .where("number", "=", number)
    .executeTakeFirst();
  return { number, code };
}

interface WaitingNumber {
  number: string;
  /** Delivery status of the code. */
  state: string;
  /** Channels that can send another code. */
  channels: TextChannel[];
}

export async function viewWaitingNumber(
  db: Kysely<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
  isSetUp: (channel: TextChannel) => boolean,
): Promise<WaitingNumber | null> {
  const waiting = await findWaitingNumber(db, userId);
  if (!waiting) return null;
  const [message] = waiting.code
    ? await findMessagesAbout(db, "phone_code", [waiting.code.id])
    : [];
  const times = { notBefore: message?.not_before ?? "", claimedAt: message?.claimed_at ?? null };
  const state = message
    ? stateInWords({ ...message, ...times, confirmsAddress: true }, timeZone, nowIso())
    : "Not sent";
  return {
    number: formatPhoneNumber(waiting.number),
    state,
    channels: codeChannels.filter(isSetUp),
  };
}
