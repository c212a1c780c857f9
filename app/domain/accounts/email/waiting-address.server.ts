import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import type { Database } from "#db/schema.ts";
import { hoursValid } from "./verification.server.ts";

interface WaitingAddress {
  email: string;
  /** Delivery status of the link. */
  state: string;
}

/** Returns the address that waits for its link to be opened: the account's own, or a new one. */
export async function findWaitingAddress(
  db: Kysely<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
): Promise<WaitingAddress | null> {
  const now = nowIso();
  const newest = await db
    .selectFrom("email_verifications")
    .select(["id", "email", "confirmed_at"])
    .where("user_id", "=", userId)
    .where("requested_at", ">", earlierBy(now, { hours: hoursValid }))
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!newest || newest.confirmed_at) return null;
  const [message] = await findMessagesAbout(db, "email_verification", [newest.id]);
  const times = { notBefore: message?.not_before ?? "", claimedAt: message?.claimed_at ?? null };
  const state = message
    ? stateInWords({ ...message, ...times, confirmsAddress: true }, timeZone, now)
    : "Not sent";
  return { email: newest.email, state };
}
