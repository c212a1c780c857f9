import { createHash } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy, laterBy, Temporal } from "#app/domain/core/time.ts";
import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { fetchCalendarFile } from "#app/services/calendar-file.server.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { idList } from "#db/sql/values.ts";
import type { CalendarProblem, Database } from "#db/schema.ts";
import { maxCalendarName } from "../input.ts";
import { type FileParts, readParts } from "./file/components.ts";
import { type ListedEvent, listEvents } from "./file/list-events.server.ts";

interface About {
  encryptionKey: string;
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
}

type Row = Selectable<Database["shown_calendars"]>;

/** Households are served in turns, one calendar each, so that a slow server delays few others. */
const readAtOnce = 4;
/** A worker that stops while it reads leaves the calendar to the next one. */
const minutesToRead = 5;
const minutesBetweenReads = 15;
const maxMinutesBetweenReads = 6 * 60;
/** Then the file is read whole, because the window has moved on. */
const hoursUntilListedAgain = 7 * 24;
const insertedAtOnce = 100;
const window = { daysBack: 35, daysAhead: 400 };

/** Reads some of the calendars that are due. Each keeps its events until it is read again. */
export async function readCalendars(
  db: Kysely<Database>,
  about: About,
  now: string,
): Promise<void> {
  const due = await claimDue(db, now);
  await Promise.all(due.map((row) => readCalendar(db, row, about, now)));
}

function dueCalendars(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("shown_calendars")
    .where("held_at", "is", null)
    .where("next_read_at", "<=", now);
}

async function claimDue(db: Kysely<Database>, now: string): Promise<Row[]> {
  if (!(await dueCalendars(db, now).select("id").limit(1).executeTakeFirst())) return [];
  const householdIds = await nextInRotation(db, {
    name: "shown_calendars",
    rows: dueCalendars(db, now),
    column: "household_id",
    limit: readAtOnce,
  });
  const rows = await dueCalendars(db, now)
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .orderBy("next_read_at")
    .orderBy("id")
    .execute();
  const first = [...Map.groupBy(rows, (row) => row.household_id).values()].map(([row]) => row!);
  const claimed: Row[] = [];
  for (const row of first) if (await claim(db, row, now)) claimed.push(row);
  return claimed;
}

/** Returns false if another worker was first. */
async function claim(db: Kysely<Database>, { id, next_read_at }: Row, now: string) {
  const { numUpdatedRows } = await db
    .updateTable("shown_calendars")
    .set({ next_read_at: laterBy(now, { minutes: minutesToRead }) })
    .where("id", "=", id)
    .where("next_read_at", "=", next_read_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function readCalendar(
  db: Kysely<Database>,
  row: Row,
  { encryptionKey, trustedHosts }: About,
  now: string,
): Promise<void> {
  const address = decrypt(encryptionKey, row.address, row.id);
  if (address === null) return saveFailure(db, row, { problem: "lost_address" }, now);
  const isOld =
    row.listed_at === null || row.listed_at <= earlierBy(now, { hours: hoursUntilListedAgain });
  const marks = isOld
    ? { etag: null, lastModified: null }
    : { etag: row.etag, lastModified: row.last_modified };
  const file = await fetchCalendarFile({ address, ...marks }, trustedHosts);
  if (file.status === "failed") return saveFailure(db, row, file, now);
  if (file.status === "unchanged") return saveRead(db, row, {}, now);
  const parts = await readParts(file.text);
  if (!parts) return saveFailure(db, row, { problem: "no_calendar" }, now);
  const digest = digestOf(parts);
  const read = {
    etag: file.etag,
    last_modified: file.lastModified,
    digest,
    name: row.name ?? nameOf(parts),
  };
  if (digest === row.digest && !isOld) return saveRead(db, row, read, now);
  const today = Temporal.PlainDate.from(now.slice(0, "2026-11-28".length));
  const events = await listEvents(
    parts,
    {
      from: today.subtract({ days: window.daysBack }).toString(),
      before: today.add({ days: window.daysAhead }).toString(),
    },
    today.toString(),
  );
  await saveRead(db, row, { ...read, listed_at: now }, now, events);
}

/** Ignores the file's creation time, which Google changes in every response. */
function digestOf({ events, zones }: FileParts): string {
  const content = JSON.stringify([events.toSorted(), [...zones]]);
  return createHash("sha256").update(content).digest("base64url");
}

function nameOf({ name }: FileParts): string | null {
  return collapseWhitespace(name.toWellFormed()).trim().slice(0, maxCalendarName).trim() || null;
}

type Changes = Partial<Pick<Row, "etag" | "last_modified" | "digest" | "name" | "listed_at">>;

async function saveRead(
  db: Kysely<Database>,
  row: Row,
  changes: Changes,
  now: string,
  events?: ListedEvent[],
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
  row: Row,
  { problem, retryAfterSeconds = 0 }: { problem: CalendarProblem; retryAfterSeconds?: number },
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

/** Returns false if the calendar was removed meanwhile. */
async function saveTry(
  trx: Transaction<Database>,
  { id }: Row,
  changes: Partial<Row>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("shown_calendars")
    .set(changes)
    .where("id", "=", id)
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
      .values(some.map((event) => ({ id: null, calendar_id: id, ...event })))
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
