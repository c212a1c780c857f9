import type { InferResult, Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { idList } from "#db/sql/values.ts";
import { formatClock, formatDate, nowIso } from "#app/domain/core/time.ts";
import { findTask, type Member } from "#app/domain/tasks/find-tasks.server.ts";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import { accountOfPerson } from "#app/domain/people/people.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { readSchedule } from "#app/domain/recurrence/schedule.server.ts";
import { describeBreaks, type Occurrence, withPauses } from "./occurrences/series.server.ts";

export interface CardSeries {
  /** "Every Tuesday 7 PM · next Dec 1". */
  words: string;
  isOpen: boolean;
  /** Its words name the next date, which a move to that day or later replaces. */
  hasNext: boolean;
  /** The name of a break that it skips and that has no dates ahead. */
  undatedBreak: string | null;
  /** "Missed twice"; null if the one before was not missed. */
  missed: string | null;
  /** Of an open one. */
  turn: "yours" | "theirs" | "anyone" | null;
}

/** Maps task ids; tasks that do not repeat are missing. */
export async function findCardSeries(
  db: Kysely<Database>,
  { userId }: { userId: string },
  taskIds: readonly string[],
): Promise<Map<string, CardSeries>> {
  const rows = await withPauses(db, await listCardSeries(db, taskIds));
  const repeating = rows.filter(({ state, ended_at }) => state !== "open" || ended_at === null);
  const today = nowIso().slice(0, 10);
  return new Map(repeating.map((row) => [row.task_id!, toCardSeries(row, userId, today)]));
}

const listCardSeries = compileOnce(cardSeriesQuery);

function cardSeriesQuery(db: Kysely<Database>, taskIds: readonly string[]) {
  return db
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .leftJoin("series_turns", "series_turns.series_id", "series.id")
    .select(["task_id", "state", "next_on", "missed_before", "turn_person_id"])
    .select(accountOfPerson("turn_person_id").as("turnUserId"))
    .select(["rule", "counts_from", "starts_on", "local_time", "turn_order"])
    .select(["series.household_id", "skipped_breaks", "paused_until", "ended_at"])
    .where("task_id", "in", idList(taskIds));
}

type Row = InferResult<ReturnType<typeof cardSeriesQuery>>[number];

function toCardSeries(
  row: Row & { undatedBreaks: string[] },
  userId: string,
  today: string,
): CardSeries {
  const { state, missed_before, counts_from, next_on } = row;
  const isOpen = state === "open";
  return {
    words: cachedWords(row, today),
    isOpen,
    hasNext: isOpen && counts_from === "due" && next_on !== null,
    undatedBreak: isOpen ? (row.undatedBreaks[0] ?? null) : null,
    missed: isOpen && missed_before > 0 ? timesMissed(missed_before) : null,
    turn: turnOf(row, userId),
  };
}

function turnOf(
  { state, turn_person_id, turnUserId, turn_order }: Row,
  userId: string,
): CardSeries["turn"] {
  if (state !== "open") return null;
  if (turn_person_id) return turnUserId === userId ? "yours" : "theirs";
  return turn_order === "anyone" ? "anyone" : null;
}

// Formatting 250 rules and dates took as long as reading their tasks.
const knownWords = new LRUCache<string, string>({ max: 10_000 });

function cachedWords(row: Row, today: string): string {
  const { rule, counts_from, starts_on, local_time, state, next_on, skipped_breaks, paused_until } =
    row;
  const shown = state === "open" && [next_on, paused_until, today];
  const key = JSON.stringify([rule, counts_from, starts_on, local_time, skipped_breaks, shown]);
  const words = knownWords.get(key) ?? wordsFor(row, today);
  knownWords.set(key, words);
  return words;
}

function wordsFor(row: Row, today: string): string {
  const read = readSchedule({ rule: row.rule, from: row.counts_from });
  // Of a database that was changed by hand, or restored from another version.
  if (read.status === "refused") return read.words;
  const { schedule } = read;
  const when =
    describeRule(schedule, row.starts_on, formatClock(row.local_time)) + describeBreaks(row);
  if (row.state !== "open") return when;
  const next = row.next_on ? `next ${formatDay(row.next_on)}` : "the last one";
  const paused =
    row.paused_until && row.paused_until > today
      ? `paused until ${formatDay(row.paused_until)}`
      : null;
  return [when, paused, schedule.type === "calendar" ? next : null].filter(Boolean).join(" · ");
}

const formatDay = (date: string) => formatDate(`${date}T12:00:00.000Z`, "UTC");

function timesMissed(count: number): string {
  if (count === 1) return "Missed last time";
  return `Missed ${count === 2 ? "twice" : `${count} times`}`;
}

/**
 * The one that has begun after a closed one, which stays as history therefore. Its task may be
 * purged.
 */
export async function findLater(
  db: Kysely<Database>,
  taskId: string,
): Promise<{ taskId: string | null } | undefined> {
  return db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as later", "later.series_id", "own.series_id")
    .select("later.task_id as taskId")
    .where("own.task_id", "=", taskId)
    .whereRef("later.number", ">", "own.number")
    .where("later.state", "!=", "ahead")
    .orderBy("later.number")
    .limit(1)
    .executeTakeFirst();
}

/** The open one of the series that a closed task belongs to, unless it is deleted. */
export async function findPresent(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
): Promise<string | undefined> {
  const openId = await findOpenId(db, taskId, ["done", "missed", "skipped", "ahead"]);
  return openId && (await findTask(db, member, openId))?.id;
}

/** The open one of the series that a missed or skipped task belongs to, or a date ahead that the series no longer has. */
export async function findReplacement(
  db: Kysely<Database>,
  taskId: string,
): Promise<string | undefined> {
  return findOpenId(db, taskId, ["missed", "skipped", "ahead"]);
}

async function findOpenId(
  db: Kysely<Database>,
  taskId: string,
  states: Occurrence["state"][],
): Promise<string | undefined> {
  const open = await db
    .selectFrom("series_occurrences as past")
    .innerJoin("series_occurrences as open", "open.series_id", "past.series_id")
    .select("open.task_id")
    .where("past.task_id", "=", taskId)
    .where("past.state", "in", states)
    .where("open.state", "=", "open")
    .executeTakeFirst();
  return open?.task_id ?? undefined;
}
