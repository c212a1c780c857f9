import { type Kysely, sql, type Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { kindsWhere, type MessageTypes, type Outbox } from "../message-type.ts";
import { type Claim, type LimitSource, limitToOthers } from "../others/limits-to-others.server.ts";
import { limitToUnconfirmed } from "../others/limits-to-unconfirmed.server.ts";
import type { Reason } from "../reasons.ts";
import { limitToOneself } from "./limits-to-oneself.server.ts";

interface Used {
  household: { texts: number };
  user: { toOneself: number; halves: number };
}

/** Returns why some must not go out, by id. Those in the same batch count. */
export async function findOverLimit(
  trx: Transaction<Database>,
  claims: Claim[],
  outbox: LimitSource,
  now: string,
): Promise<Map<string, Reason>> {
  const refusals = new Map<string, Reason>();
  const toOthers = await limitToOthers(trx, claims, outbox, now);
  const toUnconfirmed = await limitToUnconfirmed(trx, claims, outbox, now);
  const texts = await limitTexts(trx, claims, outbox, now);
  const toOneself = await limitToOneself(trx, claims, outbox.messageTypes, now);
  for (const claim of claims) {
    const reason =
      toUnconfirmed.get(claim.delivery.id) ??
      toOthers.refuse(claim) ??
      texts.refuse(claim) ??
      (toOneself.isTooMuch(claim) ? "own_limit" : null);
    if (reason) {
      refusals.set(claim.delivery.id, reason);
      continue;
    }
    toOthers.add(claim);
    texts.add(claim);
    toOneself.add(claim);
  }
  await toOthers.record();
  return refusals;
}

async function limitTexts(
  trx: Transaction<Database>,
  claims: Claim[],
  outbox: LimitSource,
  now: string,
): Promise<{ refuse: (claim: Claim) => Reason | null; add: (claim: Claim) => void }> {
  const { limits, messageTypes } = outbox;
  const isToOthers = ({ delivery }: Claim) => messageTypes[delivery.kind].isToOthers;
  const getsHalf = ({ delivery }: Claim) => messageTypes[delivery.kind].getsHalf;
  const isText = ({ delivery }: Claim) => textChannels.includes(delivery.channel);
  const userIds = new Set(claims.filter(isText).map(({ delivery }) => delivery.user_id));
  if (userIds.size === 0) return { refuse: () => null, add: () => undefined };
  const usedBy = await countUsed(trx, [...userIds], outbox, now);
  return {
    refuse(claim) {
      if (!isText(claim)) return null;
      const { household, user } = usedBy(claim.delivery.user_id);
      if (household.texts >= limits.household) return "limit";
      if (getsHalf(claim) && user.halves >= Math.floor(limits.toOneself / 2)) return "limit";
      return !isToOthers(claim) && user.toOneself >= limits.toOneself ? "limit" : null;
    },
    add(claim) {
      if (!isText(claim)) return;
      const { household, user } = usedBy(claim.delivery.user_id);
      if (!isToOthers(claim)) user.toOneself += 1;
      if (getsHalf(claim)) user.halves += 1;
      household.texts += 1;
    },
  };
}

/** Excludes texts claimed at `now`, which the caller counts. */
async function countUsed(
  trx: Transaction<Database>,
  userIds: string[],
  { messageTypes, people }: Pick<Outbox, "messageTypes" | "people">,
  now: string,
): Promise<(userId: string) => Used> {
  const members = await people.findHouseholds(trx, userIds);
  const counts = await countTexts(
    trx,
    members.map(({ userId }) => userId),
    messageTypes,
    now,
  );
  const households = new Map<string, { texts: number }>();
  const users = new Map<string, Used>();
  for (const { userId, householdId } of members) {
    const { texts, toOthers, halves } = counts.get(userId) ?? { texts: 0, toOthers: 0, halves: 0 };
    const household = households.get(householdId) ?? { texts: 0 };
    household.texts += texts;
    households.set(householdId, household);
    users.set(userId, { household, user: { toOneself: texts - toOthers, halves } });
  }
  return (userId) =>
    users.get(userId) ?? { household: { texts: 0 }, user: { toOneself: 0, halves: 0 } };
}

async function countTexts(
  trx: Transaction<Database>,
  userIds: string[],
  messageTypes: MessageTypes,
  now: string,
) {
  const rows = await usedTextsQuery(trx, userIds, messageTypes, now).execute();
  return new Map(rows.map(({ user_id, ...count }) => [user_id, count]));
}

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
      // The + keeps SQLite from the index by channel, which would read the texts of all users.
      .where(sql`+channel`, "in", textChannels)
      .where("state", "in", ["sending", "unknown", "sent", "delivered", "undelivered"])
      .groupBy("user_id")
  );
}
