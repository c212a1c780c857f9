import { type Kysely, sql } from "kysely";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { isIn, isOpen } from "../queries/is-in.ts";
import { countedState } from "../queries/counted-state.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";

interface SendingFigures {
  /** Not finished, due or not. */
  open: { channel: Channel; state: DeliveryState; count: number }[];
  /** Of messages that should have gone out; 0 without any. */
  oldestDueSeconds: number;
  /** Of messages made in the last hour, from their time to the claim. Null without any. */
  lateness: { p50: number; p99: number } | null;
  /** Made in the last 24 hours. */
  lastDay: { kind: MessageKind; channel: Channel; state: DeliveryState | "unconfirmed"; count: number }[];
  /** Of these, sent twice because nobody could say whether the first arrived. */
  copies: number;
}

/** For monitoring. Reads open messages and those of the last day. */
export async function readSendingFigures(db: Kysely<Database>, now: string): Promise<SendingFigures> {
  const count = sql<number>`count(*)`.as("count");
  const open = await db
    .selectFrom("deliveries")
    .select(["channel", "state", count])
    .where(isOpen)
    // The + keeps SQLite from reading all messages in the order of another index.
    .groupBy([sql`+channel`, sql`+state`])
    .execute();
  const oldest = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min("not_before").as("at"))
    .where(isIn("ready"))
    .executeTakeFirst();
  const groups = await db
    .selectFrom("deliveries")
    .where("id", ">=", firstIdAt(earlierBy(now, { hours: 24 })))
    .select(["kind", "channel", countedState.as("state"), count])
    .select(({ fn }) => fn.count<number>("repeated_at").as("copies"))
    .groupBy(["kind", "channel", countedState])
    .execute();
  return {
    open,
    oldestDueSeconds: oldest?.at ? Math.max(0, (Date.parse(now) - Date.parse(oldest.at)) / 1_000) : 0,
    lateness: await readLateness(db, now),
    lastDay: groups.map(({ kind, channel, state, count: messages }) => ({ kind, channel, state, count: messages })),
    copies: groups.reduce((sum, { copies }) => sum + copies, 0),
  };
}

async function readLateness(db: Kysely<Database>, now: string): Promise<SendingFigures["lateness"]> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["due_at", "claimed_at"])
    .where("id", ">=", firstIdAt(earlierBy(now, { hours: 1 })))
    .where("state", "in", ["sent", "delivered"])
    .where("claimed_at", "is not", null)
    .execute();
  const seconds = rows
    .map(({ due_at, claimed_at }) => (Date.parse(claimed_at ?? due_at) - Date.parse(due_at)) / 1_000)
    .toSorted((one, other) => one - other);
  const quantile = (share: number) => seconds[Math.min(seconds.length - 1, Math.floor(share * seconds.length))] ?? 0;
  return seconds.length === 0 ? null : { p50: quantile(0.5), p99: quantile(0.99) };
}
