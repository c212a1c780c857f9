import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { statesIn } from "../state.ts";
import { countedState } from "../queries/counted-state.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";
import { unindexed } from "#db/sql/values.ts";

interface DayGroup {
  kind: MessageKind;
  channel: Channel;
  state: DeliveryState | "unconfirmed";
  count: number;
}

/** A batch takes a few milliseconds to read. */
const batchSize = 1_000;

interface SendingFigures {
  /** Counts unfinished messages, due or not. */
  open: { channel: Channel; state: DeliveryState; count: number }[];
  /** The age of the oldest message that should have been sent; 0 if there is none. */
  oldestDueSeconds: number;
  /**
   * The time between the due time and the claim, for messages made in the last hour. Null if there
   * are none.
   */
  lateness: { p50: number; p99: number } | null;
  /** Counts messages made in the last 24 hours. */
  lastDay: DayGroup[];
  /**
   * The messages of these that were sent twice, because nobody could say whether the first copy
   * arrived.
   */
  copies: number;
}

/** For monitoring. Reads open messages and those of the last day. */
export async function readSendingFigures(
  db: Kysely<Database>,
  now: string,
): Promise<SendingFigures> {
  const open = await db
    .selectFrom("deliveries")
    .select(({ fn }) => ["channel", "state", fn.countAll<number>().as("count")])
    .where("state", "in", statesIn("waiting"))
    // SQLite would read all messages in the order of another index.
    .groupBy([unindexed("channel"), unindexed("state")])
    .execute();
  const oldest = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min("not_before").as("at"))
    .where("state", "=", "ready")
    .executeTakeFirst();
  return {
    open,
    oldestDueSeconds: oldest?.at
      ? Math.max(0, (Date.parse(now) - Date.parse(oldest.at)) / 1_000)
      : 0,
    ...(await readLastDay(db, now)),
  };
}

type LastDay = Pick<SendingFigures, "lateness" | "lastDay" | "copies">;

async function readLastDay(db: Kysely<Database>, now: string): Promise<LastDay> {
  const groups = new Map<string, DayGroup>();
  const lateSeconds: number[] = [];
  const lastHour = firstIdAt(earlierBy(now, { hours: 1 }));
  let copies = 0;
  for await (const messages of readSince(db, earlierBy(now, { hours: 24 }))) {
    for (const { id, kind, channel, state, claimed_at, due_at, repeated_at } of messages) {
      const key = `${kind} ${channel} ${state}`;
      const group = groups.get(key) ?? { kind, channel, state, count: 0 };
      groups.set(key, group);
      group.count += 1;
      if (repeated_at !== null) copies += 1;
      const isSent = state === "sent" || state === "unconfirmed" || state === "delivered";
      if (id < lastHour || !isSent || claimed_at === null) continue;
      lateSeconds.push((Date.parse(claimed_at) - Date.parse(due_at)) / 1_000);
    }
  }
  return { lastDay: [...groups.values()], copies, lateness: quantilesOf(lateSeconds) };
}

/**
 * Reads the messages in batches, so that pages are served in between: a busy day has tens of
 * thousands.
 */
async function* readSince(db: Kysely<Database>, since: string) {
  let from = firstIdAt(since);
  while (true) {
    const messages = await messagesQuery(db, from).execute();
    yield messages;
    const last = messages.at(-1);
    if (!last || messages.length < batchSize) return;
    from = last.id;
    await nextTurn();
  }
}

function messagesQuery(db: Kysely<Database>, after: string) {
  return db
    .selectFrom("deliveries")
    .select((eb) => ["id", "kind", "channel", countedState(eb).as("state")])
    .select(["due_at", "claimed_at", "repeated_at"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(batchSize);
}

function quantilesOf(values: number[]): { p50: number; p99: number } | null {
  values.sort((one, other) => one - other);
  const quantile = (share: number) => values[Math.floor(share * values.length)] ?? 0;
  return values.length === 0 ? null : { p50: quantile(0.5), p99: quantile(0.99) };
}
