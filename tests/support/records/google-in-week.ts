import { readSettings } from "#app/config/env.server.ts";
import {
  findGoogleInWeek,
  showGoogleInWeek,
} from "#app/domain/calendar/shown/google-in-week.server.ts";
import { readCalendars } from "#app/domain/calendar/shown/read-calendars.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import type { GoogleDetail } from "#db/schema.ts";
import type { FakeEvent } from "../../fakes/google/calendar-store.ts";
import { newDatabase } from "./database.ts";
import { connectUser, newConnectedUser } from "./google-calendar.ts";
import { eventsOfWeek } from "./shown-calendar.ts";

/** Nora's family, in whose week her connected Google calendar shows if `show` says so. */
export async function withGoogleInWeek({
  show = "off",
  now = nowIso(),
}: { show?: GoogleDetail | "off"; now?: string } = {}) {
  const own = newDatabase();
  const { db } = own;
  const user = await newConnectedUser(db);
  const { google, nora, sender } = user;
  const { encryptionKey, id: instanceId } = sender.outbox;
  const client = readGoogleClient(readSettings(google.settings));
  if (show !== "off") await showGoogleInWeek(db, nora, show, now);
  return {
    db,
    file: own.file,
    nora,
    google,
    sender,
    connect: user.connect,
    /** Connects the Google account of someone else. */
    connectOther: (other: { userId: string; email: string }) =>
      connectUser(db, google, other, sender.outbox),
    add: (...events: Partial<FakeEvent>[]) => events.map((one) => google.addEvent(nora.email, one)),
    choose: (choice: GoogleDetail | "off", at: string = now) =>
      showGoogleInWeek(db, nora, choice, at),
    /** Runs the worker's routine once. */
    read: (at: string = now) =>
      readCalendars(db, { google: client, encryptionKey, instanceId, trustedHosts: [] }, at),
    week: (day: string, at: string = now) => eventsOfWeek(db, nora, day, at),
    state: async (at: string = now) => (await findGoogleInWeek(db, nora, at)).state,
    stored: () => db.selectFrom("shown_events").select(["title", "starts", "ends"]).execute(),
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

/** The start and the end of an event in New York, in summer. */
export const between = (start: string, end: string) => ({
  start: { dateTime: `${start}:00-04:00`, timeZone: "America/New_York" },
  end: { dateTime: `${end}:00-04:00`, timeZone: "America/New_York" },
});

export const onDays = (first: string, after: string) => ({
  start: { date: first },
  end: { date: after },
});
