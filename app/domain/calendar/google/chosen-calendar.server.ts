import type { Kysely } from "kysely";
import { googleClient } from "#app/services/google/client.server.ts";
import { listCalendars, type WritableCalendar } from "#app/services/google/calendar-list.server.ts";
import type { Database } from "#db/schema.ts";
import { readToken } from "./connection.server.ts";

/** The calendars that the user may choose from, as Google tells them; null when it does not. */
export async function findCalendars(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<WritableCalendar[] | null> {
  const token = await readToken(db, userId, encryptionKey);
  if (!token || !googleClient) return null;
  const asked = await listCalendars(googleClient, token);
  return asked.type === "listed" ? asked.calendars : null;
}

/**
 * Lets new entries go to this calendar; those that are in another stay there.
 * @returns false, and nothing has changed, when Google does not say that the user may write in it
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
  await setCalendar(db, userId, calendar);
  return true;
}

/** Without asking whether it is theirs. What waited for a calendar goes out. */
export async function setCalendar(
  db: Kysely<Database>,
  userId: string,
  { id, name, isPrimary }: WritableCalendar,
): Promise<void> {
  const chosen = { calendar_id: isPrimary ? "primary" : id, calendar_name: isPrimary ? null : name };
  await db
    .updateTable("calendar_connections")
    .set(({ eb, ref }) => ({
      ...chosen,
      problem: eb.case().when(ref("problem"), "=", "calendar_gone").then(null).else(ref("problem")).end(),
    }))
    .where("user_id", "=", userId)
    .execute();
}
