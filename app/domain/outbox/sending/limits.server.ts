import { type Kysely, sql, type Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { kindsWhere, type MessageTypes, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";

interface Claim {
  delivery: Pick<Delivery, "id" | "kind" | "user_id" | "channel">;
}

interface Used {
  household: { texts: number };
  user: { toOneself: number; toOthers: number };
}

/** Returns the ids within the limits. Texts in the same batch count; emails have no limit here. */
export async function withinLimits(
  trx: Transaction<Database>,
  claims: Claim[],
  outbox: Pick<Outbox, "limits" | "messageTypes" | "people">,
  now: string,
): Promise<Set<string>> {
  const texts = claims.filter(({ delivery }) => textChannels.includes(delivery.channel));
  const allowed = new Set(claims.filter((claim) => !texts.includes(claim)).map(({ delivery }) => delivery.id));
  if (texts.length === 0) return allowed;
  const { limits, messageTypes } = outbox;
  const usedBy = await countUsed(trx, [...new Set(texts.map(({ delivery }) => delivery.user_id))], outbox, now);
  for (const { delivery } of texts) {
    const { household, user } = usedBy(delivery.user_id);
    const audience = messageTypes[delivery.kind].isToOthers ? "toOthers" : "toOneself";
    if (user[audience] >= limits[audience] || household.texts >= limits.household) continue;
    user[audience] += 1;
    household.texts += 1;
    allowed.add(delivery.id);
  }
  return allowed;
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
    const { texts, toOthers } = counts.get(userId) ?? { texts: 0, toOthers: 0 };
    const household = households.get(householdId) ?? { texts: 0 };
    household.texts += texts;
    households.set(householdId, household);
    users.set(userId, { household, user: { toOneself: texts - toOthers, toOthers } });
  }
  return (userId) => users.get(userId) ?? { household: { texts: 0 }, user: { toOneself: 0, toOthers: 0 } };
}

async function countTexts(trx: Transaction<Database>, userIds: string[], messageTypes: MessageTypes, now: string) {
  const rows = await usedTextsQuery(trx, userIds, messageTypes, now).execute();
  return new Map(rows.map(({ user_id, ...count }) => [user_id, count]));
}

export function usedTextsQuery(db: Kysely<Database>, userIds: string[], messageTypes: MessageTypes, now: string) {
  const toOthers = kindsWhere(messageTypes, (type) => type.isToOthers);
  return (
    db
      .selectFrom("deliveries")
      .select("user_id")
      .select(({ fn, eb }) => [
        fn.countAll<number>().as("texts"),
        fn.sum<number>(eb.case().when("kind", "in", toOthers).then(1).else(0).end()).as("toOthers"),
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
