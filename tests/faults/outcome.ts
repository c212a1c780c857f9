import { type Kysely, sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import type { Accepted } from "../fakes/accepted-log.ts";
import { markPattern } from "./reminders.ts";

const open: DeliveryState[] = ["ready", "sending", "unknown"];
const gone: DeliveryState[] = ["sent", "delivered", "undelivered"];

/** What a run left behind: the same questions after each. */
export interface Outcome {
  /** Due reminders without an end, or with one that says "sent" although no provider has taken it. */
  lost: number;
  /** Copies beyond the first that providers took. */
  extra: number;
  /** The most copies of one message. */
  mostCopies: number;
  /** The marks of what was taken more than once. */
  repeatedMarks: string[];
  /** Cut off twice, and sent by a provider that cannot be asked: it ends as failed, which the user is told. */
  givenUp: number;
  /** Sent, and delivered where the provider has said so. */
  sent: number;
  ended: Record<string, number>;
  /** integrity_check and foreign_key_check. */
  isSound: boolean;
}

export async function readOutcome(db: Kysely<Database>, accepted: Accepted[]): Promise<Outcome> {
  const copies = countCopies(accepted);
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("reminders", "reminders.id", "deliveries.subject_id")
    .leftJoin("deliveries as whole", "whole.id", "deliveries.merged_into")
    .select(["deliveries.state", "deliveries.channel", "deliveries.repeated_at"])
    .select(["reminders.message", "whole.state as whole_state"])
    // By a clock that was ahead, some were made before their time.
    .where("deliveries.due_at", "<=", nowIso())
    .execute();
  const isLost = ({ state, whole_state, message }: (typeof rows)[number]) =>
    open.includes(state) ||
    // A message about many names the first of them.
    (state === "merged" && (!whole_state || open.includes(whole_state))) ||
    (gone.includes(state) && !copies.has(/Nr-\d{6}/.exec(message)?.[0] ?? ""));
  const isGivenUp = ({ state, channel, repeated_at }: (typeof rows)[number]) =>
    state === "failed" && channel === "email" && repeated_at !== null;
  const counts = [...copies.values()];
  return {
    lost: rows.filter(isLost).length + (await countUntouched(db)),
    extra: counts.reduce((sum, count) => sum + count - 1, 0),
    repeatedMarks: [...copies].flatMap(([mark, count]) => (count > 1 ? mark : [])),
    mostCopies: counts.reduce((most, count) => Math.max(most, count), 0),
    givenUp: rows.filter(isGivenUp).length,
    sent: rows.filter(({ state }) => state === "sent" || state === "delivered").length,
    ended: Object.fromEntries(
      [...Map.groupBy(rows, ({ state }) => state)].map(([state, some]) => [state, some.length]),
    ),
    isSound: await isSound(db),
  };
}

/** How often each marked message was taken; one with several marks counts for each of them. */
export function countCopies(accepted: Accepted[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { text } of accepted) {
    for (const mark of new Set(text.match(markPattern))) copies.set(mark, (copies.get(mark) ?? 0) + 1);
  }
  return copies;
}

/**
 * How much is due and has no end yet. A reminder becomes a delivery, so reminders are looked at first, here and below:
 * the other way about, what became one in between would be seen as neither.
 */
export async function countUnfinished(db: Kysely<Database>): Promise<number> {
  const untouched = await countUntouched(db);
  const { count } = await unfinishedQuery(db)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return untouched + count;
}

/** Whether there is anything such: counting it again and again would keep a whole core from those who are measured. */
export async function isUnfinished(db: Kysely<Database>): Promise<boolean> {
  const untouched = await untouchedQuery(db).select("id").limit(1).executeTakeFirst();
  return Boolean(untouched ?? (await unfinishedQuery(db).select("id").limit(1).executeTakeFirst()));
}

function unfinishedQuery(db: Kysely<Database>) {
  return db.selectFrom("deliveries").where("state", "in", open).where("due_at", "<=", nowIso());
}

function untouchedQuery(db: Kysely<Database>) {
  return db.selectFrom("reminders").where("status", "=", "pending").where("scheduled_at", "<=", nowIso());
}

/** Reminders whose time has come, and that nobody has made a delivery of. */
async function countUntouched(db: Kysely<Database>): Promise<number> {
  const { count } = await untouchedQuery(db)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function isSound(db: Kysely<Database>): Promise<boolean> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const foreign = await sql`pragma foreign_key_check`.execute(db);
  return integrity.rows[0]?.integrity_check === "ok" && foreign.rows.length === 0;
}
