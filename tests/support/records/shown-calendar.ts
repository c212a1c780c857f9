import type { Kysely } from "kysely";
import { readCalendars } from "#app/domain/calendar/shown/read-calendars.server.ts";
import {
  addShownCalendar,
  listShownCalendars,
} from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakeCalendar, startFakeCalendar } from "../../fakes/calendar.ts";
import { newDatabase } from "./database.ts";
import { newFamily, type TestFamily } from "./family.ts";

export const encryptionKey = "k".repeat(43);

export const withoutGoogle = { encryptionKey, google: undefined, instanceId: "this-mila" };

/** Runs the worker's routine once. */
export function readDue(
  db: Kysely<Database>,
  calendars: FakeCalendar[],
  now: string = nowIso(),
): Promise<void> {
  const trustedHosts = calendars.map(({ host }) => host);
  return readCalendars(db, { ...withoutGoogle, trustedHosts }, now);
}

export function show(
  db: Kysely<Database>,
  { userId }: { userId: string },
  address: string,
  { name = "", now = nowIso() }: { name?: string; now?: string } = {},
) {
  // As if Mila's owner had listed every host.
  const about = { encryptionKey, trustedHosts: [new URL(address).host] };
  return addShownCalendar(db, { userId }, { name, address }, about, now);
}

/** A family that shows one calendar in its week. */
export async function withShownCalendar({
  timeZone = "America/New_York",
  now = nowIso(),
}: { timeZone?: string; now?: string } = {}) {
  const own = newDatabase();
  const { db } = own;
  const calendar = await startFakeCalendar();
  const nora = await newFamily(db, {}, timeZone);
  await show(db, nora, calendar.address, { now });
  return {
    db,
    nora,
    calendar,
    read: (at: string = now) => readDue(db, [calendar], at),
    week: (day: string, at: string = now) => eventsOfWeek(db, nora, day, at),
    state: async (at: string = now) => (await listShownCalendars(db, nora, at))[0]?.state,
    async [Symbol.asyncDispose]() {
      await calendar[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

/** "Sunday 3:00 PM Concert". */
export async function eventsOfWeek(
  db: Kysely<Database>,
  family: TestFamily,
  day: string,
  now: string,
): Promise<string[]> {
  const { days } = await findWeekPage(db, family, { day, now });
  return days.flatMap(({ weekday, events }) =>
    events.map(({ time, title }) => `${weekday} ${time} ${title}`),
  );
}
