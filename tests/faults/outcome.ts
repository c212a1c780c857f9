import { type Kysely, sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { isUnconfirmed } from "#app/domain/outbox/reasons.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import type { Accepted } from "../fakes/accepted-log.ts";
import { markPattern } from "./reminders.ts";

const open: DeliveryState[] = ["ready", "sending", "unknown"];
const gone: DeliveryState[] = ["sent", "delivered", "undelivered"];

/** A run's results. */
export interface Outcome {
  /**
   * Due reminders without a final state, or "sent" and confirmed although no provider accepted
   * them.
   */
  lost: number;
  /** Accepted copies beyond the first. */
  extra: number;
  maxCopies: number;
  /** Markers of messages accepted more than once. */
  repeatedMarks: string[];
  /** Of those sent: nobody knows, because the last copy's answer was unclear too. */
  unconfirmed: number;
  sent: number;
  ended: Record<string, number>;
  /** integrity_check and foreign_key_check. */
  isSound: boolean;
}

/** @param until judges what was due by then */
export async function readOutcome(
  db: Kysely<Database>,
  accepted: Accepted[],
  until: string = nowIso(),
): Promise<Outcome> {
  const copies = countCopies(accepted);
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("reminders", "reminders.id", "deliveries.subject_id")
    .leftJoin("deliveries as whole", "whole.id", "deliveries.merged_into")
    .select(["deliveries.state", "deliveries.reason"])
    .select(["reminders.message", "whole.state as whole_state"])
    .where("deliveries.due_at", "<=", until)
    .execute();
  const isLost = ({ state, whole_state }: (typeof rows)[number]) =>
    // A message about many tasks has the first one's marker.
    open.includes(state) || (state === "merged" && (!whole_state || open.includes(whole_state)));
  const byMark = Map.groupBy(rows, ({ message }) => /Nr-\d{6}/.exec(message)?.[0] ?? "");
  const alike = (mark: string) => Math.max(1, byMark.get(mark)?.length ?? 0);
  const neverTaken = [...byMark].map(
    ([mark, some]) =>
      some.filter((row) => gone.includes(row.state) && !isUnconfirmed(row)).length -
      (copies.get(mark) ?? 0),
  );
  const extras = new Map(
    [...copies].map(([mark, count]) => [mark, Math.max(0, count - alike(mark))]),
  );
  return {
    lost:
      rows.filter(isLost).length + sumOfPositive(neverTaken) + (await countUntouched(db, until)),
    extra: sumOfPositive([...extras.values()]),
    repeatedMarks: [...extras].flatMap(([mark, extra]) => (extra > 0 ? mark : [])),
    maxCopies: Math.max(0, ...[...copies].map(([mark, count]) => Math.ceil(count / alike(mark)))),
    unconfirmed: rows.filter(isUnconfirmed).length,
    sent: rows.filter(({ state }) => state === "sent" || state === "delivered").length,
    ended: Object.fromEntries(
      [...Map.groupBy(rows, ({ state }) => state)].map(([state, some]) => [state, some.length]),
    ),
    isSound: await isSound(db),
  };
}

function sumOfPositive(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + Math.max(0, number), 0);
}

/** Acceptances by marker; a message with several counts for each. */
export function countCopies(accepted: Accepted[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { text } of accepted) {
    for (const mark of new Set(text.match(markPattern)))
      copies.set(mark, (copies.get(mark) ?? 0) + 1);
  }
  return copies;
}

/**
 * Due work without a final state. Reminders are counted first, here and below, because they become
 * deliveries: in the other order one could be missed by both counts.
 */
export async function countUnfinished(db: Kysely<Database>): Promise<number> {
  const until = nowIso();
  const untouched = await countUntouched(db, until);
  const { count } = await unfinishedQuery(db, until)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return untouched + count;
}

/** Cheaper than counting, which would take a core from the measured processes. */
export async function isUnfinished(
  db: Kysely<Database>,
  until: string = nowIso(),
): Promise<boolean> {
  const untouched = await untouchedQuery(db, until).select("id").limit(1).executeTakeFirst();
  return Boolean(
    untouched ?? (await unfinishedQuery(db, until).select("id").limit(1).executeTakeFirst()),
  );
}

function unfinishedQuery(db: Kysely<Database>, until: string) {
  return db.selectFrom("deliveries").where("state", "in", open).where("due_at", "<=", until);
}

function untouchedQuery(db: Kysely<Database>, until: string) {
  return db
    .selectFrom("reminders")
    .where("status", "=", "pending")
    .where("scheduled_at", "<=", until);
}

/** Due reminders without a delivery. */
async function countUntouched(db: Kysely<Database>, until: string): Promise<number> {
  const { count } = await untouchedQuery(db, until)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function isSound(db: Kysely<Database>): Promise<boolean> {
  if (isPostgres(db)) return areIndexesSound(db);
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const foreign = await sql`pragma foreign_key_check`.execute(db);
  return integrity.rows[0]?.integrity_check === "ok" && foreign.rows.length === 0;
}

function isPostgres(db: Kysely<Database>): boolean {
  return "isPostgres" in db.getExecutor().adapter;
}

/** Reads every row that an index should have. Its extension comes with Debian's PostgreSQL. */
async function areIndexesSound(db: Kysely<Database>): Promise<boolean> {
  await sql`create extension if not exists amcheck`.execute(db);
  const check = sql`select bt_index_check(pg_index.indexrelid, true)
    from pg_index
    join pg_class on pg_class.oid = pg_index.indexrelid
    join pg_am on pg_am.oid = pg_class.relam
    where pg_am.amname = 'btree' and pg_class.relpersistence = 'p'`;
  return check.execute(db).then(
    () => true,
    () => false,
  );
}
