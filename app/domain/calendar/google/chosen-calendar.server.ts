import type { Kysely } from "kysely";
import { googleClient } from "#app/services/google/client.server.ts";
import { listCalendars, type WritableCalendar } from "#app/services/google/calendar-list.server.ts";
import type { Database } from "#db/schema.ts";
import { readToken } from "./connection.server.ts";

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

/** Applies to new entries only. @returns false when Google does not list the calendar as writable */
export async function chooseCalendar(
  db: Kysely<Database>,
  userId: string,
  calendarId: string,
  encryptionKey: string,
): Promise<boolean> {
  const calendars = await findCalendars(db, userId, encryptionKey);
  const calendar = calendars?.find(({ id }) => id === calendarId);
  if (!calendar) return false;
  await setCalendar(db, userId, calendar);
  return true;
}

export async function setCalendar(
  db: Kysely<Database>,
  userId: string,
  { id, name, isPrimary }: WritableCalendar,
): Promise<void> {
  const chosen = {
    calendar_id: isPrimary ? "primary" : id,
    calendar_name: isPrimary ? null : name,
  };
  await db
    .updateTable("calendar_connections")
    .set(({ eb, ref }) => ({
      ...chosen,
      problem: eb
        .case()
        .when(ref("problem"), "=", "calendar_gone")
        .then(null)
        .else(ref("problem"))
        .end(),
    }))
    .where("user_id", "=", userId)
    .execute();
}
