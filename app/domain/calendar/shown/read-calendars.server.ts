import type { Kysely, Transaction } from "kysely";
import { laterBy, Temporal } from "#app/domain/core/time.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { claimInTurns } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import type { ListedEvent } from "./file/list-events.server.ts";
import { readFile } from "./read-file.server.ts";
import { readGoogle } from "./read-google.server.ts";
import type { CalendarRow, Reading } from "./reading.ts";

type About = Parameters<typeof readFile>[1] & Parameters<typeof readGoogle>[2];

const readAtOnce = 4;
const minutesToRead = 5;
const minutesBetweenReads = 15;
const maxMinutesBetweenReads = 6 * 60;
const insertedAtOnce = 100;
const window = { daysBack: 35, daysAhead: 400 };

/** Reads some of the calendars that are due. Each keeps its events until it is read again. */
export async function readCalendars(
  db: Kysely<Database>,
  about: About,
  now: string,
): Promise<void> {
  const until = laterBy(now, { minutes: minutesToRead });
  const due = await claimInTurns(db, "shown_calendars", { atOnce: readAtOnce, now, until });
  await Promise.all(due.map((row) => readCalendar(db, row, about, now)));
}

async function readCalendar(
  db: Kysely<Database>,
  row: CalendarRow,
  about: About,
  now: string,
): Promise<void> {
  const today = Temporal.PlainDate.from(now.slice(0, "2026-11-28".length));
  const days = {
    from: today.subtract({ days: window.daysBack }).toString(),
    before: today.add({ days: window.daysAhead }).toString(),
    today: today.toString(),
  };
  const reading = row.google_detail
    ? await readGoogle(db, row, about, days, now)
    : await readFile(row, about, days, now);
  if (reading.status === "read") return saveRead(db, row, reading, now);
  if (reading.status === "failed") return saveFailure(db, row, reading, now);
}

async function saveRead(
  db: Kysely<Database>,
  row: CalendarRow,
  { changes, events }: Extract<Reading, { status: "read" }>,
  now: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isThere = await saveTry(trx, row, {
      ...changes,
      tried_at: now,
      read_at: now,
      problem: null,
      failures: 0,
      next_read_at: laterBy(now, { minutes: minutesBetweenReads }),
    });
    if (!isThere) return;
    if (events) await replaceEvents(trx, row.id, events);
    if (events || row.problem || row.tried_at === null) await announce(trx, row.id);
  });
}

async function saveFailure(
  db: Kysely<Database>,
  row: CalendarRow,
  { problem, retryAfterSeconds = 0 }: Extract<Reading, { status: "failed" }>,
  now: string,
): Promise<void> {
  const failures = row.failures + 1;
  const minutes = Math.min(
    Math.max(minutesBetweenReads * 2 ** (failures - 1), retryAfterSeconds / 60),
    maxMinutesBetweenReads,
  );
  await db.transaction().execute(async (trx) => {
    const next_read_at = laterBy(now, { minutes });
    const isThere = await saveTry(trx, row, { tried_at: now, problem, failures, next_read_at });
    if (isThere && (row.problem !== problem || row.tried_at === null)) await announce(trx, row.id);
  });
}

/**
 * Returns false if the calendar was removed meanwhile, or if its owner has chosen another level of
 * detail.
 */
async function saveTry(
  trx: Transaction<Database>,
  { id, google_detail }: CalendarRow,
  changes: Partial<CalendarRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("shown_calendars")
    .set(changes)
    .where("id", "=", id)
    .where("google_detail", "is not distinct from", google_detail)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function replaceEvents(
  trx: Transaction<Database>,
  id: string,
  events: ListedEvent[],
): Promise<void> {
  await trx.deleteFrom("shown_events").where("calendar_id", "=", id).execute();
  for (let at = 0; at < events.length; at += insertedAtOnce) {
    const some = events.slice(at, at + insertedAtOnce);
    await trx
      .insertInto("shown_events")
      .values(some.map((event) => ({ calendar_id: id, ...event })))
      .execute();
  }
}

/** The household may have changed since the calendar was claimed. */
async function announce(trx: Transaction<Database>, id: string): Promise<void> {
  const { household_id } = await trx
    .selectFrom("shown_calendars")
    .select("household_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await bumpRevision(trx, household_id);
}
