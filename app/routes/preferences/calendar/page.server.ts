import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { findCalendars } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { formatDue } from "#app/domain/core/time.ts";
import { database } from "#db/connection.server.ts";
import { signUpInstance } from "#app/server/instance.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";

/** Asks Google for calendars only while the user is choosing one. */
export async function loadConnection(request: Request, { userId, timeZone }: SignedIn) {
  const connection = await findConnection(database(), userId);
  if (!connection) return null;
  const { lastSavedAt, problem, ...more } = connection;
  const isChoosing = new URL(request.url).searchParams.has("choose") || problem === "calendar_gone";
  const shouldListCalendars = isChoosing && problem !== "grant_gone";
  const calendars = shouldListCalendars
    ? await findCalendars(database(), userId, signUpInstance.encryptionKey)
    : null;
  const lastSaved = lastSavedAt && formatDue(lastSavedAt, timeZone);
  return {
    ...more,
    problem,
    lastSaved,
    calendars,
    hasFailed: shouldListCalendars && calendars === null,
  };
}
