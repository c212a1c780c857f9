import type { Kysely, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Claim, LimitSource } from "./limits-to-others.server.ts";
import { recipientOf } from "./recipient.server.ts";

/** From all accounts that say the address is their own. */
const maxInDay = 10;

interface Counted {
  cause: string;
  recipient: string;
}

/**
 * Limits an account's emails to its own address while nobody has confirmed it: it may be a stranger's.
 * @returns the ids of deliveries that must not go out
 */
export async function limitToUnconfirmed(
  trx: Transaction<Database>,
  claims: Claim[],
  { linkKey, messageTypes, people }: LimitSource,
  now: string,
): Promise<Set<string>> {
  const emails = claims.filter(
    ({ delivery }) => delivery.channel === "email" && !messageTypes[delivery.kind].isToOthers,
  );
  if (emails.length === 0) return new Set();
  const userIds = emails.map(({ delivery }) => delivery.user_id);
  const unconfirmed = await people.findUnconfirmed(trx, userIds);
  const messages = emails
    .filter(({ delivery }) => unconfirmed.has(delivery.user_id))
    .map(({ delivery: { id, cause }, to }) => ({ id, cause, recipient: recipientOf(linkKey, to) }));
  if (messages.length === 0) return new Set();
  const counted: Counted[] = await sentToQuery(trx, messages, now).execute();
  const refused = new Set<string>();
  for (const { id, cause, recipient } of messages) {
    const toMailbox = counted.filter((other) => other.recipient === recipient);
    // A retry counts once.
    if (toMailbox.some((other) => other.cause === cause)) continue;
    if (toMailbox.length >= maxInDay) {
      refused.add(id);
      continue;
    }
    counted.push({ cause, recipient });
    await record(trx, { cause, recipient }, now);
  }
  return refused;
}

export function sentToQuery(db: Kysely<Database>, messages: { recipient: string }[], now: string) {
  return db
    .selectFrom("messages_to_others")
    .select(["cause", "recipient"])
    .where("recipient", "in", idList(messages.map(({ recipient }) => recipient)))
    .where("counted_at", ">", earlierBy(now, { hours: 24 }))
    .where("counted_at", "<=", now);
}

/** Without the account: it must not use up what its household can send to others. */
async function record(trx: Transaction<Database>, message: Counted, now: string): Promise<void> {
  await trx
    .insertInto("messages_to_others")
    .values({ ...message, user_id: "", household_id: "", is_email: 1, is_first: 0, counted_at: now })
    .onConflict((conflict) => conflict.columns(["cause", "recipient"]).doUpdateSet({ counted_at: now }))
    .execute();
}
