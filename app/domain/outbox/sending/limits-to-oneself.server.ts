import { type Kysely, sql, type Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { messageShares } from "#app/services/shares.server.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";
import { kindsWhere, type MessageType, type MessageTypes } from "../message-type.ts";
import type { Claim } from "../others/limits-to-others.server.ts";

const goneOut: DeliveryState[] = [
  "sending",
  "unknown",
  "sent",
  "delivered",
  "undelivered",
  "failed",
];

/** Urgent messages and warnings about an account always go out. */
const counts = (type: MessageType) => !type.isToOthers && !type.isUrgent && !type.isWarning;

/**
 * Limits what users get by each way in 24 hours, so that nobody's messages crowd out the others' at a provider. Each
 * device counts by push.
 */
export async function limitToOneself(
  trx: Transaction<Database>,
  claims: Claim[],
  messageTypes: MessageTypes,
  now: string,
): Promise<{ isTooMuch: (claim: Claim) => boolean; add: (claim: Claim) => void }> {
  const isCounted = ({ delivery: { channel, kind } }: Claim) =>
    messageShares[channel] !== undefined && counts(messageTypes[kind]);
  const userIds = [...new Set(claims.filter(isCounted).map(({ delivery }) => delivery.user_id))];
  if (userIds.length === 0) return { isTooMuch: () => false, add: () => undefined };
  const rows = await goneOutQuery(trx, userIds, kindsWhere(messageTypes, counts), now).execute();
  const keyOf = (userId: string, channel: Channel) => `${userId} ${channel}`;
  const used = new Map(rows.map(({ user_id, channel, count }) => [keyOf(user_id, channel), count]));
  return {
    isTooMuch(claim) {
      const { user_id: userId, channel } = claim.delivery;
      return (
        isCounted(claim) &&
        (used.get(keyOf(userId, channel)) ?? 0) >= (messageShares[channel] ?? Infinity)
      );
    },
    add(claim) {
      if (!isCounted(claim)) return;
      const key = keyOf(claim.delivery.user_id, claim.delivery.channel);
      used.set(key, (used.get(key) ?? 0) + 1);
    },
  };
}

/** Without those claimed at `now`, which the caller counts. */
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
    .where("channel", "in", Object.keys(messageShares) as Channel[])
    .where("claimed_at", ">", earlierBy(now, { hours: 24 }))
    .where("claimed_at", "<", now)
    .where(
      "state",
      "in",
      goneOut.map((state) => sql.lit(state)),
    )
    .where("kind", "in", kinds)
    .groupBy(["user_id", "channel"]);
}
