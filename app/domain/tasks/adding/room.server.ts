import type { Kysely, Transaction } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import { idList } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findWordsBytes } from "#app/domain/people/words-bytes.server.ts";
import { isDiskNearlyFull } from "#app/services/disk.server.ts";
import { householdShares } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";
import type { AddingRefused } from "./adding-limit.server.ts";
import { NoRoom, seriesPlanned } from "../events.server.ts";

const diskNearlyFull =
  "Mila's disk is nearly full, so I can't take new tasks. Nothing was lost: please tell Mila's owner, and try again later.";

const tooManyWords =
  `That's more than ${householdShares.wordsBytes / 1_000_000} MB of words in your household. ` +
  "Nothing was lost: please delete some tasks. Deleted ones make room after 30 days.";

/** Allows every change that adds no text. @throws NoRoom */
export async function requireRoomForWords(
  trx: Transaction<Database>,
  { householdId, bytesBefore }: { householdId: string; bytesBefore: number },
): Promise<void> {
  const bytes = await findWordsBytes(trx, householdId);
  if (bytes > bytesBefore && bytes > householdShares.wordsBytes) throw new NoRoom(tooManyWords);
}

/**
 * Returns why the household cannot add this, or null. A household that was formed from two may have
 * more.
 */
export async function findNoRoom(
  db: Kysely<Database>,
  householdId: string,
  added: { tasks: number; series: number },
): Promise<AddingRefused | null> {
  if (isDiskNearlyFull()) return { refused: diskNearlyFull, canWait: true };
  const refused = await findShareReached(db, householdId, added);
  return refused === null ? null : { refused, canWait: false };
}

async function findShareReached(
  db: Kysely<Database>,
  householdId: string,
  added: { tasks: number; series: number },
): Promise<string | null> {
  const { openTasks } = householdShares;
  const open = (await countOpenTasks(db, [householdId])).get(householdId) ?? 0;
  if (open + added.tasks > openTasks)
    return `That's more than ${openTasks.toLocaleString("en-US")} open tasks in your household. Nothing was lost: please complete or delete some, then try again.`;
  if ((await findWordsBytes(db, householdId)) >= householdShares.wordsBytes) return tooManyWords;
  return added.series > 0 ? findNoRoomForSeries(db, householdId, added.series) : null;
}

/** Keyed by household; omits households without any. */
export async function countOpenTasks(
  db: Kysely<Database>,
  householdIds: readonly string[],
): Promise<Map<string, number>> {
  return new Map(
    (await countOpen(db, householdIds)).map(({ household_id, open }) => [household_id, open]),
  );
}

const countOpen = compileOnce((db, householdIds: readonly string[]) =>
  openTasksQuery(db, householdIds),
);

/** Reads open tasks only: dates ahead count as deleted. */
export function openTasksQuery(db: Kysely<Database>, householdIds: readonly string[]) {
  return db
    .selectFrom("tasks")
    .select("household_id")
    .select(({ fn }) => fn.countAll<number>().as("open"))
    .where("household_id", "in", idList(householdIds))
    .groupBy("household_id")
    .where(({ eb, lit }) => eb("is_completed", "=", lit(0)))
    .where("deleted_at", "is", null);
}

async function findNoRoomForSeries(
  db: Kysely<Database>,
  householdId: string,
  count: number,
): Promise<string | null> {
  try {
    await inTransaction(db, (trx) => seriesPlanned.announce(trx, { householdId, count }, nowIso()));
    return null;
  } catch (error) {
    if (error instanceof NoRoom) return error.message;
    throw error;
  }
}
