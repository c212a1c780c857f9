import { sql } from "kysely";
import { expect, test } from "vitest";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { readCalendars } from "#app/domain/calendar/shown/read-calendars.server.ts";
import { listShownCalendars } from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { startFakeCalendar } from "../../fakes/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import {
  encryptionKey,
  eventsOfWeek,
  readDue,
  show,
  withoutGoogle,
  withShownCalendar,
} from "../../support/records/shown-calendar.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** A Wednesday, noon in New York. */
const now = "2041-06-12T16:00:00.000Z";
const concert = ["SUMMARY:Concert", "DTSTART;TZID=America/New_York:20410613T190000"];
const minutesLater = (minutes: number) => laterBy(now, { minutes });
const shownConcert = ["Thursday 7:00 PM Concert"];

test("a calendar is read every 15 minutes, and only what is new is sent again", async () => {
  await using home = await withShownCalendar({ now });
  const { calendar, read, week } = home;
  calendar.hold(concert);
  expect(await home.state()).toBe("I'm reading it now.");
  await read();
  expect(await week("2041-06-12")).toEqual(shownConcert);
  expect(await home.state()).toBe("Last read Jun 12, 12:00 PM.");
  await read(minutesLater(14));
  expect(calendar.requests).toHaveLength(1);
  await read(minutesLater(15));
  expect(calendar.requests).toHaveLength(2);
  expect(calendar.requests[1]!.headers["if-none-match"]).toMatch(/^".+"$/);
  expect(await home.state(minutesLater(15))).toBe("Last read Jun 12, 12:15 PM.");
  expect(await week("2041-06-12")).toEqual(shownConcert);
  calendar.hold(concert, ["SUMMARY:Picnic", "DTSTART;VALUE=DATE:20410614"]);
  await read(minutesLater(30));
  expect(await week("2041-06-12")).toEqual([...shownConcert, "Friday All day Picnic"]);
  calendar.hold();
  await read(minutesLater(45));
  expect(await week("2041-06-12")).toEqual([]);
});

test("a server without ETags is asked by date", async () => {
  await using home = await withShownCalendar({ now });
  const changed = "Tue, 11 Jun 2041 08:00:00 GMT";
  home.calendar.behave((_, response) =>
    response.writeHead(200, { "Last-Modified": changed }).end("BEGIN:VCALENDAR\nEND:VCALENDAR"),
  );
  await home.read();
  await home.read(minutesLater(15));
  expect(home.calendar.requests[1]!.headers["if-modified-since"]).toBe(changed);
});

test("open pages learn of new events, but not of a file that only says when it was made", async () => {
  await using home = await withShownCalendar({ now });
  const { calendar, db, nora } = home;
  const revision = async () => {
    const household = db.selectFrom("households").select("revision");
    return (await household.where("id", "=", nora.householdId).executeTakeFirstOrThrow()).revision;
  };
  calendar.hold([...concert, "DTSTAMP:20410612T160000Z"]);
  await home.read();
  const first = await revision();
  calendar.hold([...concert, "DTSTAMP:20410612T161500Z", "X-SEEN:1"]);
  await home.read(minutesLater(15));
  expect(await revision()).toBe(first);
  calendar.hold([...concert, "DTSTAMP:20410612T163000Z", "LOCATION:Hall"], concert);
  await home.read(minutesLater(30));
  expect(await revision()).toBeGreaterThan(first);
});

test("the window moves on, also if the server says that nothing is new", async () => {
  await using home = await withShownCalendar({ now });
  home.calendar.hold(["SUMMARY:Reunion", "DTSTART;VALUE=DATE:20420801"]);
  await home.read();
  expect(await home.week("2042-08-01")).toEqual([]);
  const later = "2041-07-20T16:00:00.000Z";
  await home.read(later);
  expect(await home.week("2042-08-01", later)).toEqual(["Friday All day Reunion"]);
});

test.for<
  [
    string,
    string,
    (
      ...args: Parameters<
        Parameters<Awaited<ReturnType<typeof startFakeCalendar>>["behave"]>[0] & {}
      >
    ) => void,
  ]
>([
  ["fails", "its server has a problem", (_, response) => response.writeHead(500).end()],
  [
    "refuses",
    "its server says the address isn't allowed to see it",
    (_, response) => response.writeHead(403).end(),
  ],
  [
    "has nothing there any more",
    "nothing is at its address",
    (_, response) => response.writeHead(404).end(),
  ],
  [
    "leads elsewhere",
    "its address leads to another one. Please add that one instead",
    (_, response) => response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end(),
  ],
  [
    "has a web page there",
    "something else than a calendar is at its address",
    (_, response) => response.end("<!doctype html><title>Sign in</title>"),
  ],
  [
    "sends more than 5 MB",
    "it's larger than 5 MB",
    (_, response) => response.end(`BEGIN:VCALENDAR\n${"X:y\n".repeat(1_300_000)}`),
  ],
  ["breaks off", "its server isn't responding", (request) => request.socket.resetAndDestroy()],
])(
  "while its server %s, what was read before stays, and the page says since when",
  async ([, reason, answer]) => {
    await using home = await withShownCalendar({ now });
    const { calendar, read, week } = home;
    calendar.hold(concert);
    await read();
    calendar.behave(answer);
    await read(minutesLater(15));
    expect(await home.state(minutesLater(15))).toBe(
      `I haven't been able to read it since 12:00 PM: ${reason}.`,
    );
    expect(await week("2041-06-12")).toEqual(shownConcert);
    expect(calendar.requests).toHaveLength(2);
    calendar.behave();
    await read(minutesLater(30));
    expect(await home.state(minutesLater(30))).toBe("Last read Jun 12, 12:30 PM.");
  },
);

test("a server that never ends its answer is left after 10 s", async () => {
  await using home = await withShownCalendar({ now });
  home.calendar.behave((_, response) => void response.write("BEGIN:VCALENDAR\n"));
  const startedAt = performance.now();
  await home.read();
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  expect(await home.state()).toBe("I couldn't read it yet: its server isn't responding.");
}, 20_000);

test("a broken calendar is tried ever more rarely, up to every six hours, and the week says so", async () => {
  await using home = await withShownCalendar({ now });
  const { calendar, db, nora } = home;
  calendar.hold(concert);
  await home.read();
  calendar.behave((_, response) => response.writeHead(503).end());
  const { length } = calendar.requests;
  const notes = async (at: string) =>
    (await findWeekPage(db, nora, { day: null, now: at })).calendarNotes;
  const triedAfter: number[] = [];
  let notesThen: string[] = [];
  for (let minutes = 1; minutes <= 48 * 60; minutes += 1) {
    const before = calendar.requests.length;
    await home.read(minutesLater(minutes));
    if (calendar.requests.length > before) triedAfter.push(minutes);
    if (triedAfter.length === 2) notesThen = await notes(minutesLater(minutes));
  }
  const pauses = triedAfter.map((minutes, index) => minutes - (triedAfter[index - 1] ?? 0));
  expect(pauses).toEqual([15, 15, 30, 60, 120, 240, 360, 360, 360, 360, 360, 360]);
  expect(calendar.requests.length).toBe(length + pauses.length);
  expect(notesThen).toEqual([]);
  expect(await notes(minutesLater(48 * 60))).toEqual([
    "I haven't been able to read “Hill School” since Wednesday.",
  ]);
});

test("a server that asks for a pause gets it", async () => {
  await using home = await withShownCalendar({ now });
  home.calendar.behave((_, response) => response.writeHead(429, { "Retry-After": "7200" }).end());
  await home.read();
  await home.read(minutesLater(119));
  expect(home.calendar.requests).toHaveLength(1);
  await home.read(minutesLater(120));
  expect(home.calendar.requests).toHaveLength(2);
});

test("a server inside the network is never called, whatever its name, unless the owner lists it", async () => {
  await using home = await withShownCalendar({ now });
  const { calendar, db, nora } = home;
  const { port } = new URL(calendar.address);
  await show(db, nora, `https://localhost:${port}/school.ics`, { now });
  const byName = { ...withoutGoogle, trustedHosts: [] };
  await readCalendars(db, byName, now);
  await readCalendars(db, byName, now);
  expect(calendar.requests).toEqual([]);
  const states = (await listShownCalendars(db, nora, now)).map(({ state }) => state);
  expect(states).toEqual(
    Array.from({ length: 2 }, () => "I couldn't read it yet: its server isn't responding."),
  );
});

test("households are served in turns, one calendar each, and two workers read each once", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using calendar = await startFakeCalendar();
  calendar.hold(concert);
  const families = [];
  for (let count = 0; count < 6; count += 1) families.push(await newFamily(db));
  const [many] = families;
  for (let count = 0; count < 20; count += 1)
    await show(db, many!, `${calendar.address}?${count}`, { now });
  for (const family of families.slice(1)) await show(db, family, calendar.address, { now });
  await Promise.all([readDue(db, [calendar], now), readDue(db, [calendar], now)]);
  await readDue(db, [calendar], now);
  for (const family of families.slice(1))
    expect(await eventsOfWeek(db, family, "2041-06-12", now)).toEqual(shownConcert);
  const paths = calendar.requests.map(({ url }) => url);
  expect(paths.filter((path) => path?.includes("?")).length).toBeLessThanOrEqual(3);
  for (let count = 0; count < 30; count += 1) await readDue(db, [calendar], now);
  expect(calendar.requests).toHaveLength(25);
});

test("a calendar that was removed while it was being read stays removed", async () => {
  await using home = await withShownCalendar({ now });
  const { calendar, db } = home;
  calendar.behave((_, response) => {
    void db
      .deleteFrom("shown_calendars")
      .execute()
      .then(() => response.end("BEGIN:VCALENDAR\nEND:VCALENDAR"));
  });
  await home.read();
  expect(await db.selectFrom("shown_calendars").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("shown_events").select("id").execute()).toEqual([]);
});

test.skipIf(skippedOnPostgres.sql)(
  "the address is in the database only encrypted, for its own row",
  async () => {
    await using home = await withShownCalendar({ now });
    const { db, calendar } = home;
    const { rows } = await sql<{ row: string }>`select json_object(
    'address', address, 'host', host, 'etag', etag, 'name', name) as row from shown_calendars`.execute(
      db,
    );
    expect(rows[0]!.row).not.toContain("secret-4711");
    const { id, address } = await db
      .selectFrom("shown_calendars")
      .select(["id", "address"])
      .executeTakeFirstOrThrow();
    expect(decrypt(encryptionKey, address, id)).toBe(calendar.address);
    expect(decrypt(encryptionKey, address, `${id}0`)).toBeNull();
  },
);
