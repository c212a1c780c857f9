import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { googleClient } from "#app/services/google/client.server.ts";
import { listCalendars, type WritableCalendar } from "#app/services/google/calendar-list.server.ts";
import type { Database } from "#db/schema.ts";
import { calendarSwitchedOn } from "../events.server.ts";
import { readToken } from "../find-connection.server.ts";
import { unsentEntry } from "./connection.server.ts";

/** @returns null when Google does not answer */
export async function findCalendars(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<WritableCalendar[] | null> {
  const token = await readToken(db, userId, encryptionKey);
  if (!token || !googleClient) return null;
  const result = await listCalendars(googleClient, token);
  return result.type === "listed" ? result.calendars : null;
}

/**
 * Changes the calendar of new entries only, unless the previous calendar is gone.
 * @returns false when Google does not list the calendar as writable
 */
export async function chooseCalendar(
  db: Kysely<Database>,
  userId: string,
  calendarId: string,
  encryptionKey: string,
): Promise<boolean> {
  const calendars = await findCalendars(db, userId, encryptionKey);
  const calendar = calendars?.find(({ id }) => id === calendarId);
  if (!calendar) return false;
  await db.transaction().execute((trx) => setCalendar(trx, userId, calendar, nowIso()));
  return true;
}

export async function setCalendar(
  trx: Transaction<Database>,
  userId: string,
  { id, name, isPrimary }: WritableCalendar,
  now: string,
): Promise<void> {
  const before = await trx
    .selectFrom("calendar_connections")
    .select(["problem", "calendar_id"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const isGone = before?.problem === "calendar_gone";
  await trx
    .updateTable("calendar_connections")
    .set({
      calendar_id: isPrimary ? "primary" : id,
      calendar_name: isPrimary ? null : name,
      ...(isGone && { problem: null }),
    })
    .where("user_id", "=", userId)
    .execute();
  if (!isGone) return;
  await trx
    .updateTable("calendar_entries")
    .set(unsentEntry)
    .where("user_id", "=", userId)
    .where("calendar_id", "=", before.calendar_id)
    .execute();
  await calendarSwitchedOn.announce(trx, { userId }, now);
}
