import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import type { Reason } from "../reasons.ts";
import { findAnswered } from "./answered-senders.server.ts";
import { recipientOf } from "./recipient.server.ts";

export interface Claim {
  delivery: Pick<Delivery, "id" | "kind" | "user_id" | "channel" | "cause">;
  to: string;
  /** The recipient shares a household with the sender and has confirmed this number or address. */
  isKnown?: boolean;
}

export type LimitSource = Pick<Outbox, "limits" | "linkKey" | "messageTypes" | "people">;

/** Counts what a batch of messages to others adds, and refuses what is too much. */
interface LimitsToOthers {
  refuse: (claim: Claim) => Reason | null;
  add: (claim: Claim) => void;
  record: () => Promise<void>;
}

const nothing: LimitsToOthers = {
  refuse: () => null,
  add: () => undefined,
  record: async () => undefined,
};

interface Counted {
  cause: string;
  recipient: string;
  user_id: string;
  household_id: string;
  is_email: 0 | 1;
  is_first: 0 | 1;
}

export async function limitToOthers(
  trx: Transaction<Database>,
  claims: Claim[],
  { limits, linkKey, messageTypes, people }: LimitSource,
  now: string,
): Promise<LimitsToOthers> {
  const toOthers = claims.filter(({ delivery }) => messageTypes[delivery.kind].isToOthers);
  if (toOthers.length === 0) return nothing;
  const userIds = [...new Set(toOthers.map(({ delivery }) => delivery.user_id))];
  const answered = await findAnswered(trx, userIds);
  const senders = await people.findSenders(trx, userIds);
  const messages = new Map(toOthers.map((claim) => [claim.delivery.id, toMessage(claim)]));
  const counted = await findCounted(trx, [...messages.values()], now);
  const added: Counted[] = [];
  let firstInAll = (await firstMessagesQuery(trx, now).executeTakeFirstOrThrow()).count;
  return { refuse, add, record: () => record(trx, added, now) };

  function toMessage({ delivery: { cause, user_id, channel }, to, isKnown }: Claim): Counted {
    const recipient = recipientOf(linkKey, to);
    const is_first = isKnown || hasAnswered(user_id, recipient) ? 0 : 1;
    const household_id = senders.get(user_id)?.householdId ?? "";
    return {
      cause,
      recipient,
      user_id,
      household_id,
      is_email: channel === "email" ? 1 : 0,
      is_first,
    };
  }

  function hasAnswered(userId: string, recipient: string): boolean {
    return answered.get(userId)?.has(recipient) ?? false;
  }

  function refuse({ delivery }: Claim): Reason | null {
    const message = messages.get(delivery.id);
    if (!message || counted.some((other) => isSame(message, other))) return null;
    const { recipient, user_id, household_id, is_first } = message;
    const ofSameMedium = counted.filter(({ is_email }) => is_email === message.is_email);
    const ofHousehold = ofSameMedium.filter((other) => other.household_id === household_id).length;
    if (ofHousehold >= (message.is_email ? limits.householdEmails : limits.household))
      return "limit";
    const ofUser = ofSameMedium.filter((other) => other.user_id === user_id).length;
    if (ofUser >= (message.is_email ? limits.emailsToOthers : limits.toOthers)) return "limit";
    if (!is_first) return null;
    const firsts = counted.filter(
      (other) => other.recipient === recipient && other.is_first,
    ).length;
    if (firsts >= limits.firstToRecipient) return "recipient_limit";
    if (isNew(user_id) && strangersTo(user_id, recipient) >= limits.recipientsOfNewAccount)
      return "new_account_limit";
    return firstInAll >= limits.firstInAll ? "instance_limit" : null;
  }

  function isNew(userId: string): boolean {
    const { joinedAt } = senders.get(userId) ?? {};
    return joinedAt === undefined || joinedAt > dayBefore(now);
  }

  function strangersTo(userId: string, except: string): number {
    const own = counted.filter(
      ({ user_id, recipient }) => user_id === userId && recipient !== except,
    );
    const recipients = own
      .map(({ recipient }) => recipient)
      .filter((recipient) => !hasAnswered(userId, recipient));
    return new Set(recipients).size;
  }

  function add({ delivery }: Claim): void {
    const message = messages.get(delivery.id);
    if (!message || counted.some((other) => isSame(message, other))) return;
    counted.push(message);
    added.push(message);
    firstInAll += message.is_first;
  }
}

/** A retry, or the same message by another channel. */
function isSame(message: Counted, other: Counted): boolean {
  return message.cause === other.cause && message.recipient === other.recipient;
}

async function findCounted(
  trx: Transaction<Database>,
  messages: Counted[],
  now: string,
): Promise<Counted[]> {
  const query = countedQuery(trx, {
    recipients: messages.map(({ recipient }) => recipient),
    userIds: messages.map(({ user_id }) => user_id),
    householdIds: messages.map(({ household_id }) => household_id),
    now,
  });
  return query.execute();
}

export function countedQuery(
  db: Kysely<Database>,
  {
    recipients,
    userIds,
    householdIds,
    now,
  }: Record<"recipients" | "userIds" | "householdIds", string[]> & { now: string },
) {
  return db
    .selectFrom("messages_to_others")
    .select(["cause", "recipient", "user_id", "household_id", "is_email", "is_first"])
    .where(({ or, eb }) =>
      or([
        eb("recipient", "in", idList(recipients)),
        eb("user_id", "in", idList(userIds)),
        eb("household_id", "in", idList(householdIds)),
      ]),
    )
    .where("counted_at", ">", dayBefore(now))
    .where("counted_at", "<=", now);
}

export function firstMessagesQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("messages_to_others")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(({ eb, lit }) => eb("is_first", "=", lit(1)))
    .where("counted_at", ">", dayBefore(now))
    .where("counted_at", "<=", now);
}

async function record(trx: Transaction<Database>, messages: Counted[], now: string): Promise<void> {
  if (messages.length === 0) return;
  await trx
    .insertInto("messages_to_others")
    .values(messages.map((message) => ({ ...message, counted_at: now })))
    .onConflict((conflict) =>
      conflict.columns(["cause", "recipient"]).doUpdateSet({ counted_at: now }),
    )
    .execute();
}

function dayBefore(now: string): string {
  return earlierBy(now, { hours: 24 });
}
