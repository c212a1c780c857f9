import type { Kysely, Transaction } from "kysely";
import { everyChannel } from "#app/channels.ts";
import { type KeptIn, isReached } from "#app/domain/core/rate-limits/rules.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";
import { idList, unindexed } from "#db/sql/values.ts";
import { kindsWhere, type MessageType, type MessageTypes } from "../message-type.ts";
import {
  addTo,
  asked,
  type Claim,
  countToOthers,
  type LimitSource,
  type MessageUse,
  type Tally,
  tallyKey,
} from "../others/limits-to-others.server.ts";
import type { Reason } from "../reasons.ts";

const reasons: Record<KeptIn<"messages">, Reason> = {
  emails_to_unconfirmed: "unconfirmed_email",
  emails_to_unconfirmed_in_all: "instance_limit",
  household_texts_to_others: "limit",
  household_emails_to_others: "limit",
  texts_to_others: "limit",
  emails_to_others: "limit",
  first_messages: "recipient_limit",
  new_recipients: "new_account_limit",
  first_messages_in_all: "instance_limit",
  household_texts: "limit",
  texts_caused_by_others: "limit",
  texts: "limit",
  pushes: "own_limit",
  ntfy_messages: "own_limit",
  telegram_messages: "own_limit",
  emails: "own_limit",
};

/**
 * Limits what users get by each channel, so that nobody's messages crowd out the others' at a
 * provider.
 */
export const ownRules: Record<Channel, KeptIn<"messages"> | null> = {
  push: "pushes",
  ntfy: "ntfy_messages",
  telegram: "telegram_messages",
  // Texts count together, including those to others.
  sms: null,
  whatsapp: null,
  email: "emails",
  // Entries follow changes of the user's own tasks.
  calendar: null,
};

const limitedChannels = everyChannel.filter((channel) => ownRules[channel] !== null);

/** Urgent messages and warnings about an account always go out. */
const countsByChannel = (type: MessageType) =>
  !type.isToOthers && !type.isUrgent && !type.isWarning;

/** Returns why some claims must not be sent, by id. Claims in the same batch count. */
export async function findOverLimit(
  trx: Transaction<Database>,
  claims: Claim[],
  outbox: LimitSource,
  now: string,
): Promise<Map<string, Reason>> {
  const tally: Tally = new Map();
  const toOthers = await countToOthers(trx, claims, outbox, { tally, now });
  const usesOfText = await countTexts(trx, claims, outbox, { tally, now });
  const usesOfOwn = await countOwn(trx, claims, outbox, { tally, now });
  const refusals = new Map<string, Reason>();
  for (const claim of claims) {
    const uses = [...toOthers.usesOf(claim), ...usesOfText(claim), ...usesOfOwn(claim)];
    const reached = uses.find(
      (use) => use.isAsked && isReached(use.rule, tally.get(tallyKey(use)) ?? 0, outbox.limits),
    );
    if (reached) {
      refusals.set(claim.delivery.id, reasons[reached.rule]);
      continue;
    }
    addTo(tally, uses);
    toOthers.add(claim);
  }
  await toOthers.record();
  return refusals;
}

type Counting = (
  trx: Transaction<Database>,
  claims: Claim[],
  outbox: LimitSource,
  at: { tally: Tally; now: string },
) => Promise<(claim: Claim) => MessageUse[]>;

const countTexts: Counting = async (trx, claims, { messageTypes, people }, { tally, now }) => {
  const isText = ({ delivery }: Claim) => textChannels.includes(delivery.channel);
  const userIds = new Set(claims.filter(isText).map(({ delivery }) => delivery.user_id));
  if (userIds.size === 0) return () => [];
  const members = await people.findHouseholds(trx, [...userIds]);
  const households = new Map(members.map(({ userId, householdId }) => [userId, householdId]));
  const householdOf = (userId: string) =>
    asked("household_texts", households.get(userId) ?? userId);
  const used = usedTextsQuery(trx, [...households.keys()], messageTypes, now);
  for (const { user_id, texts, toOthers, halves } of await used.execute()) {
    addTo(tally, [householdOf(user_id)], texts);
    addTo(tally, [asked("texts", user_id)], texts - toOthers);
    addTo(tally, [asked("texts_caused_by_others", user_id)], halves);
  }
  return (claim) => {
    if (!isText(claim)) return [];
    const { kind, user_id } = claim.delivery;
    const { getsHalf, isToOthers } = messageTypes[kind];
    return [
      householdOf(user_id),
      ...(getsHalf ? [asked("texts_caused_by_others", user_id)] : []),
      ...(isToOthers ? [] : [asked("texts", user_id)]),
    ];
  };
};

/** For push, each device counts. */
const countOwn: Counting = async (trx, claims, { messageTypes }, { tally, now }) => {
  const usesOf = ({ delivery: { kind, channel, user_id } }: Claim) => {
    const rule = ownRules[channel];
    return rule && countsByChannel(messageTypes[kind]) ? [asked(rule, user_id)] : [];
  };
  const userIds = new Set(claims.flatMap(usesOf).map(({ key }) => key));
  if (userIds.size === 0) return usesOf;
  const kinds = kindsWhere(messageTypes, countsByChannel);
  for (const { user_id, channel, count } of await goneOutQuery(
    trx,
    [...userIds],
    kinds,
    now,
  ).execute())
    addTo(tally, [asked(ownRules[channel]!, user_id)], count);
  return usesOf;
};

/** Excludes texts claimed at `now`, which the caller counts. */
export function usedTextsQuery(
  db: Kysely<Database>,
  userIds: string[],
  messageTypes: MessageTypes,
  now: string,
) {
  const toOthers = kindsWhere(messageTypes, (type) => type.isToOthers);
  const halves = kindsWhere(messageTypes, (type) => type.getsHalf);
  return (
    db
      .selectFrom("deliveries")
      .select("user_id")
      .select(({ fn, eb }) => [
        fn.countAll<number>().as("texts"),
        fn.sum<number>(eb.case().when("kind", "in", toOthers).then(1).else(0).end()).as("toOthers"),
        fn.sum<number>(eb.case().when("kind", "in", halves).then(1).else(0).end()).as("halves"),
      ])
      .where("user_id", "in", idList(userIds))
      .where("created_at", ">", earlierBy(now, { hours: 48 }))
      .where("claimed_at", ">", earlierBy(now, { hours: 24 }))
      .where("claimed_at", "<", now)
      // An index by channel would read the texts of all users.
      .where(unindexed<Channel>("channel"), "in", textChannels)
      .where("state", "in", ["sending", "unknown", "sent", "delivered", "undelivered"])
      .groupBy("user_id")
  );
}

const goneOut: DeliveryState[] = [
  "sending",
  "unknown",
  "sent",
  "delivered",
  "undelivered",
  "failed",
];

/** Excludes messages claimed at `now`, which the caller counts. */
export function goneOutQuery(
  db: Kysely<Database>,
  userIds: string[],
  kinds: MessageKind[],
  now: string,
) {
  return db
    .selectFrom("deliveries")
    .select(["user_id", "channel"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "in", idList(userIds))
    .where("channel", "in", limitedChannels)
    .where("claimed_at", ">", earlierBy(now, { hours: 24 }))
    .where("claimed_at", "<", now)
    .where("state", "in", goneOut)
    .where("kind", "in", kinds)
    .groupBy(["user_id", "channel"]);
}
