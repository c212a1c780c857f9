import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Outbox, Product } from "../message-type.ts";
import { lostBefore, whereDue } from "../queries/sendable.ts";

/**
 * The number of messages that a channel's queue takes at a time, and how many of one household it
 * holds, including those in flight.
 */
export interface QueueCapacity {
  limit: number;
  share: number;
}

export type Source = Product & Pick<Outbox, "people">;

/** The number of users whose messages are compared at a time. */
const usersAtOnce = 500;
/** Sending takes 20 s at most, so an older claim belongs to a dead worker. */
const secondsInFlight = 20;

/**
 * Returns the ids of due messages in fair order: households with the fewest in the queue come
 * first, then the oldest messages. A user without a household counts as one. The cost does not grow
 * with the number of messages.
 */
export async function findDueInFairOrder(
  db: Kysely<Database>,
  source: Source,
  { channel, limit, share }: QueueCapacity & { channel: Channel },
  now: string,
): Promise<string[]> {
  const round = {
    name: `messages by ${channel}`,
    rows: readyQuery(db, channel),
    column: "user_id",
    limit: usersAtOnce,
  } as const;
  const userIds = await leaveOutPaused(db, channel, await nextInRotation(db, round), now);
  if (userIds.length === 0) return [];
  const each = Math.min(share, Math.ceil(limit / userIds.length));
  const due = await dueQuery(db, source, { channel, userIds, each }, now).execute();
  const turnOf = await findTurns(db, source, userIds);
  const ahead = new Map<string, number>();
  for (const { user_id: userId, count } of await inQueueQuery(db, channel, now).execute())
    ahead.set(turnOf(userId), (ahead.get(turnOf(userId)) ?? 0) + count);
  const oldestFirst = due.toSorted((one, other) => (one.not_before < other.not_before ? -1 : 1));
  const placed = oldestFirst.map(({ id, user_id: userId }) => {
    const place = ahead.get(turnOf(userId)) ?? 0;
    ahead.set(turnOf(userId), place + 1);
    return { id, place };
  });
  return placed
    .filter(({ place }) => place < share)
    .toSorted((one, other) => one.place - other.place)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Skips users for whom the channel is paused, because none of their messages can be sent. */
async function leaveOutPaused(
  db: Kysely<Database>,
  channel: Channel,
  userIds: string[],
  now: string,
): Promise<string[]> {
  const pauses = await db
    .selectFrom("channel_pauses")
    .select("user_id")
    .where("user_id", "in", idList(userIds))
    .where("channel", "=", channel)
    .where("until", ">", now)
    .execute();
  const paused = new Set(pauses.map(({ user_id }) => user_id));
  return userIds.filter((id) => !paused.has(id));
}

async function findTurns(db: Kysely<Database>, { people }: Source, userIds: string[]) {
  const members = await people.findHouseholds(db, userIds);
  const householdOf = new Map(members.map(({ userId, householdId }) => [userId, householdId]));
  return (userId: string) => householdOf.get(userId) ?? userId;
}

export function dueQuery(
  db: Kysely<Database>,
  product: Product,
  { channel, userIds, each }: { channel: Channel; userIds: string[]; each: number },
  now: string,
) {
  return someOfEach(db, userIds, "deliveries", (userId) =>
    db
      .selectFrom("deliveries")
      .select("deliveries.id")
      .where("channel", "=", channel)
      .where("deliveries.user_id", "=", userId)
      .where(whereDue(db, product, now))
      .orderBy("not_before")
      .limit(each),
  ).select(["due.id", "due.user_id", "due.not_before"]);
}

export function readyQuery(db: Kysely<Database>, channel: Channel) {
  return db.selectFrom("deliveries").where("state", "=", "ready").where("channel", "=", channel);
}

export function inQueueQuery(db: Kysely<Database>, channel: Channel, now: string) {
  return db
    .selectFrom("deliveries")
    .select(["user_id", ({ fn }) => fn.countAll<number>().as("count")])
    .where("channel", "=", channel)
    .where("enqueued_at", "is not", null)
    .where("state", "in", ["ready", "sending"])
    .where(({ eb, or, and }) =>
      or([
        and([
          eb("state", "=", "ready"),
          eb("enqueued_at", ">=", lostBefore(now)),
          eb("enqueued_at", "<=", now),
        ]),
        and([
          eb("state", "=", "sending"),
          eb("claimed_at", ">=", earlierBy(now, { seconds: secondsInFlight })),
        ]),
      ]),
    )
    .groupBy("user_id");
}
