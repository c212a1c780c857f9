import type { Kysely, Transaction } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import type { KeptIn } from "#app/domain/core/rate-limits/rules.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import type { Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { findAnswered } from "./answered-senders.server.ts";
import { recipientOf } from "./recipient.server.ts";

export interface Claim {
  delivery: Pick<Delivery, "id" | "kind" | "user_id" | "channel" | "cause">;
  to: string;
  /** The recipient shares a household with the sender and has confirmed this number or address. */
  isKnown?: boolean;
}

export type LimitSource = Pick<Outbox, "limits" | "linkKey" | "messageTypes" | "people">;

/** A message that counts for this key of a rule. */
export interface MessageUse {
  rule: KeptIn<"messages">;
  key: string;
  /** False if the rule only counts this message, but doesn't refuse it. */
  isAsked: boolean;
}

/** Counts by rule and key. */
export type Tally = Map<string, number>;

export const tallyKey = ({ rule, key }: Pick<MessageUse, "rule" | "key">) => `${rule} ${key}`;

export function addTo(tally: Tally, uses: readonly MessageUse[], times = 1): void {
  for (const use of uses) tally.set(tallyKey(use), (tally.get(tallyKey(use)) ?? 0) + times);
}

export const asked = (rule: MessageUse["rule"], key: string): MessageUse => ({
  rule,
  key,
  isAsked: true,
});

interface Message {
  cause: string;
  recipient: string;
  user_id: string;
  household_id: string;
  is_email: 0 | 1;
  is_first: 0 | 1;
}

/**
 * Stands for the sender of emails to accounts' own unconfirmed addresses: these may be strangers',
 * and must not use up what a household can send to others.
 */
const nobody = "";

const everybody = "";

interface ToOthers {
  usesOf: (claim: Claim) => MessageUse[];
  add: (claim: Claim) => void;
  record: () => Promise<void>;
}

/**
 * Counts messages to others, and emails to addresses that may be others'.
 * @param tally gets the counts of the last day
 */
export async function countToOthers(
  trx: Transaction<Database>,
  claims: Claim[],
  { linkKey, messageTypes, people }: LimitSource,
  { tally, now }: { tally: Tally; now: string },
): Promise<ToOthers> {
  const isToOthers = ({ delivery }: Claim) => Boolean(messageTypes[delivery.kind].isToOthers);
  const toOthers = claims.filter(isToOthers);
  const emails = claims.filter((one) => one.delivery.channel === "email" && !isToOthers(one));
  const unconfirmed =
    emails.length > 0 ? await people.findUnconfirmed(trx, sendersOf(emails)) : new Set<string>();
  const counting = [
    ...toOthers,
    ...emails.filter(({ delivery }) => unconfirmed.has(delivery.user_id)),
  ];
  if (counting.length === 0)
    return { usesOf: () => [], add: () => undefined, record: async () => undefined };

  const answered = await findAnswered(trx, sendersOf(toOthers));
  const senders = await people.findSenders(trx, sendersOf(toOthers));
  const messages = new Map(counting.map((claim) => [claim.delivery.id, toMessage(claim)]));
  const [counted, met, added] = [new Set<string>(), new Set<string>(), [] as Message[]];
  for (const row of await countedQuery(trx, [...messages.values()], now).execute()) {
    // A second query counts the messages of all accounts together.
    addTo(
      tally,
      usesOfMessage(row).filter(({ key }) => key !== everybody),
    );
    note(row);
  }
  const inAll = await inAllQuery(trx, now).executeTakeFirstOrThrow();
  addTo(tally, [asked("first_messages_in_all", everybody)], inAll.first ?? 0);
  addTo(tally, [asked("emails_to_unconfirmed_in_all", everybody)], inAll.unconfirmed ?? 0);
  return {
    usesOf: (claim) => uncounted(claim).flatMap(usesOfMessage),
    add(claim) {
      for (const message of uncounted(claim)) {
        note(message);
        added.push(message);
      }
    },
    record: () => record(trx, added, now),
  };

  function toMessage(claim: Claim): Message {
    const { cause, user_id, channel } = claim.delivery;
    const recipient = recipientOf(linkKey, claim.to);
    const is_email = bit(channel === "email");
    if (!isToOthers(claim))
      return { cause, recipient, user_id: nobody, household_id: nobody, is_email, is_first: 0 };
    const is_first = bit(!claim.isKnown && !hasAnswered(user_id, recipient));
    const household_id = senders.get(user_id)?.householdId ?? "";
    return { cause, recipient, user_id, household_id, is_email, is_first };
  }

  /** A retry, or the same message by another channel, counts once. */
  function uncounted({ delivery }: Claim): Message[] {
    const message = messages.get(delivery.id);
    return message && !counted.has(`${message.cause} ${message.recipient}`) ? [message] : [];
  }

  function note({ cause, recipient, user_id }: Message): void {
    counted.add(`${cause} ${recipient}`);
    met.add(`${user_id} ${recipient}`);
  }

  function usesOfMessage({
    recipient,
    user_id,
    household_id,
    is_email,
    is_first,
  }: Message): MessageUse[] {
    const isAsked = user_id === nobody;
    const toMailbox: MessageUse = { rule: "emails_to_unconfirmed", key: recipient, isAsked };
    if (isAsked) return [toMailbox, asked("emails_to_unconfirmed_in_all", everybody)];
    const medium = is_email ? "emails" : "texts";
    const uses = [
      toMailbox,
      asked(`household_${medium}_to_others`, household_id),
      asked(`${medium}_to_others`, user_id),
    ];
    if (is_first) uses.push(asked("first_messages", recipient));
    if (!hasAnswered(user_id, recipient) && !met.has(`${user_id} ${recipient}`))
      uses.push({
        rule: "new_recipients",
        key: user_id,
        isAsked: Boolean(is_first) && isNew(user_id),
      });
    return is_first ? [...uses, asked("first_messages_in_all", everybody)] : uses;
  }

  function hasAnswered(userId: string, recipient: string): boolean {
    return answered.get(userId)?.has(recipient) ?? false;
  }

  function isNew(userId: string): boolean {
    const { joinedAt } = senders.get(userId) ?? {};
    return joinedAt === undefined || joinedAt > dayBefore(now);
  }
}

const sendersOf = (claims: Claim[]) => [...new Set(claims.map(({ delivery }) => delivery.user_id))];

export function countedQuery(
  db: Kysely<Database>,
  messages: Pick<Message, "recipient" | "user_id" | "household_id">[],
  now: string,
) {
  return db
    .selectFrom("messages_to_others")
    .select(["cause", "recipient", "user_id", "household_id", "is_email", "is_first"])
    .where(({ or, eb }) =>
      or(
        (["recipient", "user_id", "household_id"] as const).map((column) =>
          // A message to an account's own address has no sender.
          eb(
            column,
            "in",
            idList(messages.map((one) => one[column]).filter((key) => key !== nobody)),
          ),
        ),
      ),
    )
    .where("counted_at", ">", dayBefore(now))
    .where("counted_at", "<=", now);
}

export function inAllQuery(db: Kysely<Database>, now: string) {
  return db.selectNoFrom(({ selectFrom }) => {
    const count = () =>
      selectFrom("messages_to_others")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("counted_at", ">", dayBefore(now))
        .where("counted_at", "<=", now);
    return [
      count()
        .where(({ eb, lit }) => eb("is_first", "=", lit(1)))
        .as("first"),
      count().where("user_id", "=", nobody).as("unconfirmed"),
    ];
  });
}

async function record(trx: Transaction<Database>, messages: Message[], now: string): Promise<void> {
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
