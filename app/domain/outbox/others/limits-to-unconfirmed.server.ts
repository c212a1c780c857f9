import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Reason } from "../reasons.ts";
import type { Claim, LimitSource } from "./limits-to-others.server.ts";
import { recipientOf } from "./recipient.server.ts";

/** From all accounts that say the address is their own. */
const maxInDay = 10;

/** As the sender: these must not use up what a household can send to others. */
const nobody = "";

interface Counted {
  cause: string;
  recipient: string;
}

/**
 * Limits accounts' emails to their own addresses while nobody has confirmed them: they may be strangers'.
 * @returns why some deliveries must not go out, by id
 */
export async function limitToUnconfirmed(
  trx: Transaction<Database>,
  claims: Claim[],
  { limits, linkKey, messageTypes, people }: LimitSource,
  now: string,
): Promise<Map<string, Reason>> {
  const emails = claims.filter(
    ({ delivery }) => delivery.channel === "email" && !messageTypes[delivery.kind].isToOthers,
  );
  if (emails.length === 0) return new Map();
  const userIds = emails.map(({ delivery }) => delivery.user_id);
  const unconfirmed = await people.findUnconfirmed(trx, userIds);
  const messages = emails
    .filter(({ delivery }) => unconfirmed.has(delivery.user_id))
    .map(({ delivery: { id, cause }, to }) => ({ id, cause, recipient: recipientOf(linkKey, to) }));
  if (messages.length === 0) return new Map();
  const counted: Counted[] = await sentToQuery(trx, messages, now).execute();
  let inAll = (await sentToAllQuery(trx, now).executeTakeFirstOrThrow()).count;
  const refused = new Map<string, Reason>();
  for (const { id, cause, recipient } of messages) {
    const toMailbox = counted.filter((other) => other.recipient === recipient);
    // A retry counts once.
    if (toMailbox.some((other) => other.cause === cause)) continue;
    const reason = tooMany(toMailbox.length, inAll);
    if (reason) {
      refused.set(id, reason);
      continue;
    }
    counted.push({ cause, recipient });
    inAll += 1;
    await record(trx, { cause, recipient }, now);
  }
  return refused;

  function tooMany(toMailbox: number, toAll: number): Reason | null {
    if (toMailbox >= maxInDay) return "unconfirmed_email";
    return toAll >= limits.firstInAll ? "instance_limit" : null;
  }
}

export function sentToQuery(db: Kysely<Database>, messages: { recipient: string }[], now: string) {
  return db
    .selectFrom("messages_to_others")
    .select(["cause", "recipient"])
    .where("recipient", "in", idList(messages.map(({ recipient }) => recipient)))
    .where("counted_at", ">", earlierBy(now, { hours: 24 }))
    .where("counted_at", "<=", now);
}

export function sentToAllQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("messages_to_others")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", nobody)
    .where("counted_at", ">", earlierBy(now, { hours: 24 }))
    .where("counted_at", "<=", now);
}

async function record(trx: Transaction<Database>, message: Counted, now: string): Promise<void> {
  await trx
    .insertInto("messages_to_others")
    .values({
      ...message,
      user_id: nobody,
      household_id: nobody,
      is_email: 1,
      is_first: 0,
      counted_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["cause", "recipient"]).doUpdateSet({ counted_at: now }),
    )
    .execute();
}
