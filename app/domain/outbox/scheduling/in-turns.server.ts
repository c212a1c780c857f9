import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { goAround } from "#db/sql/go-around.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Outbox, Product } from "../message-type.ts";
import { lostBefore, whereDue } from "../queries/sendable.ts";

/** The messages that a channel's queue takes at a time, and how many of one household it holds, including those in flight. */
export interface Room {
  limit: number;
  share: number;
}

export type Source = Product & Pick<Outbox, "people">;

/** The number of users whose messages are compared in one look. */
const usersAtOnce = 500;
/** Sending takes 20 s at most, so an older claim is a dead worker's. */
const secondsInFlight = 20;

/**
 * Returns the ids of due messages in turns by household: first those of whoever has the fewest in the queue, then the
 * oldest. A user without a household counts as one. The cost of a look does not grow with the number of messages.
 */
export async function findDueInTurns(
  db: Kysely<Database>,
  source: Source,
  { channel, limit, share }: Room & { channel: Channel },
  now: string,
): Promise<string[]> {
  const round = {
    name: `messages by ${channel}`,
    rows: readyQuery(db, channel),
    column: "user_id",
    limit: usersAtOnce,
  } as const;
  const userIds = await leaveOutPaused(db, channel, await goAround(db, round), now);
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

/** All that waits for a user's own pause would be read in vain. */
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
