import type { InferResult, Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { idList } from "#db/sql/values.ts";
import {
  formatClock,
  formatDate,
  isSameWallClock,
  nowIso,
  wallClockAt,
  zoneWords,
} from "#app/domain/core/time.ts";
import { findTask, type Member } from "#app/domain/tasks/find-tasks.server.ts";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import { accountOfPerson } from "#app/domain/people/people.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { readSchedule } from "#app/domain/recurrence/schedule.server.ts";
import {
  describeBreaks,
  type Occurrence,
  todayOf,
  withPauses,
} from "./occurrences/series.server.ts";

export interface CardSeries {
  /**
   * "Every Tuesday 7 PM · next Dec 1". For viewers in another time zone: "Every Tuesday 7 PM New
   * York time · next Dec 2", with the day in their own zone.
   */
  words: string;
  isOpen: boolean;
  /** True if the card names the next date: a move to that day or later replaces it. */
  hasNext: boolean;
  /** The name of a break without future dates that the series skips. */
  undatedBreak: string | null;
  /** "Missed twice"; null if the previous occurrence was not missed. */
  missed: string | null;
  /** Whose turn the open occurrence is. */
  turn: "yours" | "theirs" | "anyone" | null;
}

interface FoundSeries extends CardSeries {
  /** Null if it is nobody's turn. */
  turnPersonId: string | null;
}

/** Omits the turn while somebody else has said yes. */
export function viewSeries(
  { turnPersonId, ...series }: FoundSeries,
  assigneeId: string | null,
): CardSeries {
  return turnPersonId === null || turnPersonId === assigneeId ? series : { ...series, turn: null };
}

/** Keyed by task id. Omits tasks that do not repeat. */
export async function findCardSeries(
  db: Kysely<Database>,
  viewer: SeriesViewer,
  taskIds: readonly string[],
): Promise<Map<string, FoundSeries>> {
  const rows = await withPauses(db, await listCardSeries(db, taskIds));
  const repeating = rows.filter(({ state, ended_at }) => state !== "open" || ended_at === null);
  const now = nowIso();
  return new Map(repeating.map((row) => [row.task_id!, toCardSeries(row, viewer, now)]));
}

export type SeriesViewer = Pick<ZonedViewer, "userId" | "timeZone">;

const listCardSeries = compileOnce(cardSeriesQuery);

function cardSeriesQuery(db: Kysely<Database>, taskIds: readonly string[]) {
  return db
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .leftJoin("series_turns", "series_turns.series_id", "series.id")
    .select(["task_id", "state", "next_on", "missed_before", "turn_person_id"])
    .select(accountOfPerson("turn_person_id").as("turnUserId"))
    .select(["rule", "counts_from", "starts_on", "local_time", "has_time", "turn_order"])
    .select(["series.household_id", "skipped_breaks", "paused_until", "ended_at", "time_zone"])
    .where("task_id", "in", idList(taskIds));
}

type Row = InferResult<ReturnType<typeof cardSeriesQuery>>[number];

function toCardSeries(
  row: Row & { undatedBreaks: string[] },
  { userId, timeZone }: SeriesViewer,
  now: string,
): FoundSeries {
  const { state, missed_before, next_on } = row;
  const isOpen = state === "open";
  return {
    words: cachedWords(row, timeZone, now),
    isOpen,
    hasNext: isOpen && next_on !== null,
    undatedBreak: isOpen ? (row.undatedBreaks[0] ?? null) : null,
    missed: isOpen && missed_before > 0 ? timesMissed(missed_before) : null,
    turn: turnOf(row, userId),
    turnPersonId: isOpen ? row.turn_person_id : null,
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

function cachedWords(row: Row, timeZone: string, now: string): string {
  const { rule, counts_from, starts_on, state, skipped_breaks, paused_until } = row;
  const isPaused = paused_until !== null && paused_until > todayOf(row, now);
  const seen = { ...seenFrom(row, timeZone), pausedUntil: isPaused ? paused_until : null };
  // The words name another year than the present one.
  const shown = state === "open" && [seen.nextOn, seen.pausedUntil, now.slice(0, 4)];
  const rest = [skipped_breaks, seen.zone, shown];
  const clock = [row.local_time, row.has_time];
  const key = JSON.stringify([rule, counts_from, starts_on, clock, ...rest]);
  const words = knownWords.get(key) ?? wordsFor(row, seen);
  knownWords.set(key, words);
  return words;
}

interface Seen {
  /** Set only if the viewer's clock shows another time. */
  zone: string | null;
  /** The next date where the viewer is. */
  nextOn: string | null;
  pausedUntil: string | null;
}

type Timed = Pick<Row, "next_on" | "starts_on" | "local_time" | "time_zone">;

/**
 * Returns "7 PM", or for viewers whose clock is another one "7 PM New York time". Undefined if only
 * its days were said.
 */
export const describeClock = (
  series: Timed & Pick<Row, "has_time">,
  timeZone: string,
): string | undefined => clockWords(series, seenFrom(series, timeZone).zone);

function clockWords(
  { local_time, has_time }: Pick<Row, "local_time" | "has_time">,
  zone: string | null,
): string | undefined {
  if (!has_time) return undefined;
  return [formatClock(local_time), zone && zoneWords(zone)].filter(Boolean).join(" ");
}

function seenFrom(
  { next_on, starts_on, local_time, time_zone }: Timed,
  timeZone: string,
): Pick<Seen, "zone" | "nextOn"> {
  if (time_zone === timeZone) return { zone: null, nextOn: next_on };
  const at = instantOn(next_on ?? starts_on, local_time, time_zone);
  const isSame = isSameWallClock(at, timeZone, time_zone);
  const nextOn = next_on && wallClockAt(at, timeZone).toPlainDate().toString();
  return { zone: isSame ? null : time_zone, nextOn };
}

function wordsFor(row: Row, { zone, nextOn, pausedUntil }: Seen): string {
  const read = readSchedule({ rule: row.rule, from: row.counts_from });
  // The database was changed by hand, or restored from another version.
  if (read.status === "refused") return read.words;
  const { schedule } = read;
  const when = describeRule(schedule, row.starts_on, clockWords(row, zone)) + describeBreaks(row);
  if (row.state !== "open") return when;
  const next = nextOn ? `next ${formatDay(nextOn)}` : "the last one";
  const paused = pausedUntil ? `paused until ${formatDay(pausedUntil)}` : null;
  return [when, paused, schedule.type === "calendar" ? next : null].filter(Boolean).join(" · ");
}

const formatDay = (date: string) => formatDate(`${date}T12:00:00.000Z`, "UTC");

function timesMissed(count: number): string {
  if (count === 1) return "Missed last time";
  return `Missed ${count === 2 ? "twice" : `${count} times`}`;
}

/**
 * Finds the occurrence that began after a closed one, which therefore stays in the history. Its
 * task may be purged.
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

/** Finds the open occurrence of the series that a closed task belongs to, unless it is deleted. */
export async function findPresent(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
): Promise<string | undefined> {
  const openId = await findOpenId(db, taskId, ["done", "missed", "skipped", "ahead"]);
  return openId && (await findTask(db, member, openId))?.id;
}

/**
 * Finds the open occurrence for a missed or skipped task, or for a date ahead that the series no
 * longer has.
 */
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
