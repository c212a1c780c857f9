import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { showGoogleInWeek } from "#app/domain/calendar/shown/google-in-week.server.ts";
import {
  listShownCalendars,
  removeShownCalendar,
} from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newTaskDue } from "../../support/records/google-calendar.ts";
import { between, onDays, withGoogleInWeek } from "../../support/records/google-in-week.ts";
import { nameAccount } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";
import { show } from "../../support/records/shown-calendar.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** A Wednesday, noon in New York. */
const now = "2041-06-12T16:00:00.000Z";
const minutesLater = (minutes: number) => laterBy(now, { minutes });
const evening = between("2041-06-13T19:00", "2041-06-13T21:00");
const therapy = { summary: "Therapy", ...evening };

test("a connected calendar is not read until its owner wants it in the week", async () => {
  await using home = await withGoogleInWeek({ now });
  home.add(therapy);
  await home.read();
  expect(home.google.requests).toEqual([]);
  expect(await home.week("2041-06-12")).toEqual([]);
  expect(await home.choose("titles")).toBe("saved");
  expect(await home.state()).toBe("I'm reading it now.");
  await home.read();
  expect(await home.week("2041-06-12")).toEqual(["Thursday 7:00 PM Therapy"]);
  expect(await home.state()).toBe("Last read Jun 12, 12:00 PM.");
});

test.skipIf(skippedOnPostgres.file)(
  "“Only when I'm busy” shows times, and neither asks Google for titles nor stores any",
  async () => {
    await using home = await withGoogleInWeek({ now, show: "busy" });
    home.add(
      { ...therapy, description: "With Dr. Stone" },
      {
        summary: "Reading week",
        ...onDays("2041-06-10", "2041-06-12"),
        transparency: "transparent",
      },
      { summary: "Offsite", ...onDays("2041-06-14", "2041-06-16") },
    );
    await home.read();
    expect(await home.week("2041-06-12")).toEqual([
      "Thursday 7:00 PM Busy",
      "Friday All day Busy",
      "Saturday All day Busy",
    ]);
    expect((await home.stored()).map(({ title }) => title)).toEqual(["", ""]);
    expect(home.google.requests.map(({ path }) => path).join()).not.toContain("summary");
    await sql`pragma wal_checkpoint(truncate)`.execute(home.db);
    const bytes = readFileSync(home.file).toString("latin1");
    expect(bytes).toContain("calendar.google.com");
    for (const word of ["Therapy", "Stone", "Reading week", "Offsite"])
      expect(bytes).not.toContain(word);
  },
);

test("“With titles” shows what is free too, and private events only as a time", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  home.add(
    { ...therapy, visibility: "private" },
    {
      summary: "Salary",
      visibility: "confidential",
      ...between("2041-06-13T08:00", "2041-06-13T09:00"),
    },
    {
      summary: "Grandma's birthday",
      transparency: "transparent",
      ...onDays("2041-06-12", "2041-06-13"),
    },
    {
      summary: "  Team\n\u202elunch ",
      visibility: "public",
      ...between("2041-06-14T12:00", "2041-06-14T13:00"),
    },
    { ...between("2041-06-14T15:00", "2041-06-14T16:00") },
  );
  await home.read();
  expect(await home.week("2041-06-12")).toEqual([
    "Wednesday All day Grandma's birthday",
    "Thursday 8:00 AM Busy",
    "Thursday 7:00 PM Busy",
    "Friday 12:00 PM Team lunch",
    "Friday 3:00 PM Untitled",
  ]);
  const titles = (await home.stored()).map(({ title }) => title);
  expect(titles).not.toContain("Therapy");
  expect(titles).not.toContain("Salary");
});

test.for(["busy", "titles"] as const)(
  "declined and cancelled events and places of work are left out (%s)",
  async (choice) => {
    await using home = await withGoogleInWeek({ now, show: choice });
    const answered = (responseStatus: string) => ({
      attendees: [
        { email: "boss@example.com", responseStatus: "accepted" },
        { email: home.nora.email, self: true, responseStatus },
      ],
    });
    home.add(
      { ...therapy, ...answered("declined") },
      { ...therapy, ...answered("tentative") },
      { ...therapy, status: "cancelled" },
      { ...therapy, eventType: "workingLocation" },
    );
    await home.read();
    expect(await home.stored()).toHaveLength(1);
  },
);

test("what Mila wrote there is not in the week twice, and what another Mila wrote is", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const { db, nora, sender } = home;
  await saveCalendarPreferences(db, nora.userId, {
    autoSaveToCalendar: true,
    googleCalendarEnabled: true,
  });
  await newTaskDue(db, nora, "2041-06-13T15:00", "Call the vet");
  await newSeries(db, nora, { rule: "FREQ=DAILY", due: "2041-06-10T19:00", now: nowIso() });
  await announceWaiting(db, nowIso());
  await sender.sendDue();
  expect(home.google.events(nora.email)).toHaveLength(3);
  const written = (properties: Record<string, string>) => ({
    extendedProperties: { private: { milaState: "state", ...properties } },
  });
  home.add(
    { ...therapy, summary: "Of before", ...written({}) },
    { ...therapy, summary: "At Grandma's", ...written({ milaInstance: "another" }) },
  );
  await home.read();
  expect(await home.week("2041-06-12")).toEqual(["Thursday 7:00 PM At Grandma's"]);
});

test("events that repeat are there on each of their days, for the weeks that other calendars show", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const inWinter = (time: string) => ({
    dateTime: `2041-01-06T${time}:00-05:00`,
    timeZone: "America/New_York",
  });
  const choir = { start: inWinter("17:00"), end: inWinter("18:00") };
  home.add(
    { summary: "Choir", ...choir, recurrence: ["RRULE:FREQ=WEEKLY"] },
    { summary: "Long ago", ...onDays("2041-05-01", "2041-05-02") },
    { summary: "Reunion", ...onDays("2042-08-01", "2042-08-02") },
  );
  await home.read();
  const weeks = ["2041-06-12", "2041-11-13", "2042-07-15"];
  for (const day of weeks) expect(await home.week(day)).toEqual(["Sunday 5:00 PM Choir"]);
  expect(await home.week("2041-05-01")).toEqual([]);
  expect(await home.week("2042-08-01")).toEqual([]);
  const later = "2041-07-20T16:00:00.000Z";
  await home.read(later);
  expect(await home.week("2042-08-01", later)).toContain("Friday All day Reunion");
});

test("a calendar is read every 15 minutes, and open pages learn only of what is new", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const { db, nora, google } = home;
  const revision = async () => {
    const household = db.selectFrom("households").select("revision");
    return (await household.where("id", "=", nora.householdId).executeTakeFirstOrThrow()).revision;
  };
  home.add(therapy);
  await home.read();
  const first = await revision();
  await home.read(minutesLater(14));
  expect(google.requests).toHaveLength(1);
  await home.read(minutesLater(15));
  expect(google.requests).toHaveLength(2);
  expect(await revision()).toBe(first);
  const [picnic] = home.add({ summary: "Picnic", ...onDays("2041-06-14", "2041-06-15") });
  await home.read(minutesLater(30));
  expect(await revision()).toBeGreaterThan(first);
  expect(await home.week("2041-06-12")).toContain("Friday All day Picnic");
  google.removeEvent(nora.email, picnic!.id);
  await home.read(minutesLater(45));
  expect(await home.week("2041-06-12")).toEqual(["Thursday 7:00 PM Therapy"]);
});

test("while Google fails, what was read stays, tried ever more rarely, and the pages say so", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const { google, db, nora } = home;
  home.add(therapy);
  await home.read();
  google.behave({ type: "failing", on: "asking", status: 500 });
  const triedAfter: number[] = [];
  for (let minutes = 1; minutes <= 8 * 60; minutes += 1) {
    const before = google.requests.length;
    await home.read(minutesLater(minutes));
    if (google.requests.length > before) triedAfter.push(minutes);
  }
  const pauses = triedAfter.map((minutes, index) => minutes - (triedAfter[index - 1] ?? 0));
  expect(pauses).toEqual([15, 15, 30, 60, 120, 240]);
  const later = minutesLater(8 * 60);
  expect(await home.week("2041-06-12", later)).toEqual(["Thursday 7:00 PM Therapy"]);
  expect(await home.state(later)).toBe(
    "I haven't been able to read it since 12:00 PM: Google isn't responding.",
  );
  expect((await findWeekPage(db, nora, { day: null, now: later })).calendarNotes).toEqual([
    "I haven't been able to read Google Calendar since 12:00 PM.",
  ]);
  google.behave();
  await home.read(minutesLater(16 * 60));
  expect(await home.state(minutesLater(16 * 60))).toBe("Last read Jun 13, 4:00 AM.");
});

test("a pause that Google asks for is kept", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const { google } = home;
  google.behave({
    type: "failing",
    on: "asking",
    status: 403,
    reason: "rateLimitExceeded",
    retryAfterSeconds: 7_200,
  });
  await home.read();
  const { length } = google.requests;
  await home.read(minutesLater(119));
  expect(google.requests).toHaveLength(length);
  await home.read(minutesLater(120));
  expect(google.requests.length).toBeGreaterThan(length);
});

test("a full calendar takes three pages at most, and the week keeps the thousand events nearest to today", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const hourly = (count: number) => ({
    summary: "Stand-up",
    ...between("2041-05-20T08:00", "2041-05-20T08:05"),
    recurrence: [`RRULE:FREQ=HOURLY;COUNT=${count}`],
  });
  home.add(hourly(1_400), hourly(1_400), hourly(1_400));
  await home.read();
  expect(home.google.requests).toHaveLength(3);
  const stored = await home.stored();
  expect(stored).toHaveLength(1_000);
  const days = stored.map(({ starts }) => starts.slice(0, "2041-06-12".length)).toSorted();
  expect(days[0]! > "2041-06-01").toBe(true);
  expect(days.at(-1)! > "2041-06-15").toBe(true);
});

test("what its owner hides while it is being read is not stored", async () => {
  await using home = await withGoogleInWeek({ now, show: "titles" });
  const { google } = home;
  home.add(therapy);
  google.behave({ type: "slow", on: "asking", answerMs: 500 });
  const reading = home.read();
  await expect.poll(() => google.requests.length).toBe(1);
  await home.choose("busy");
  await reading;
  expect(await home.stored()).toEqual([]);
  google.behave();
  await home.read();
  expect(await home.week("2041-06-12")).toEqual(["Thursday 7:00 PM Busy"]);
});

async function withBen(home: { db: Kysely<Database>; nora: Parameters<typeof newBob>[1] }) {
  const ben = { ...(await newBob(home.db, home.nora)), email: "ben@example.com" };
  await nameAccount(home.db, ben.userId, "Ben");
  return ben;
}

test("the week says whose it is where more than one person has an account", async () => {
  await using home = await withGoogleInWeek({ now });
  const { db, nora, google } = home;
  const calendars = async () => {
    const { days } = await findWeekPage(db, nora, { day: "2041-06-12", now });
    return days.flatMap(({ events }) => events.map(({ calendar }) => calendar));
  };
  await home.choose("busy");
  home.add(therapy);
  await home.read();
  expect(await calendars()).toEqual(["Google Calendar"]);
  const ben = await withBen(home);
  await nameAccount(db, nora.userId, "Nora");
  await home.connectOther(ben);
  await showGoogleInWeek(db, ben, "titles", now);
  google.addEvent(ben.email, therapy);
  await home.read();
  expect((await calendars()).toSorted()).toEqual(["Ben's calendar", "Nora's calendar"]);
  const listed = await listShownCalendars(db, nora, now);
  expect(listed.map(({ name, canRemove }) => [name, canRemove]).toSorted()).toEqual([
    ["Ben's calendar", false],
    ["Nora's calendar", true],
  ]);
  const [bens] = listed.filter(({ name }) => name.startsWith("Ben"));
  expect(await removeShownCalendar(db, nora, bens!.id)).toBeUndefined();
  expect(await removeShownCalendar(db, ben, bens!.id)).toBe("Ben's calendar");
});

test("nobody shows a calendar that is not connected, or can't be reached", async () => {
  await using home = await withGoogleInWeek({ now });
  const ben = await withBen(home);
  expect(await showGoogleInWeek(home.db, ben, "titles", now)).toBe("not_connected");
  await home.db.updateTable("calendar_connections").set({ problem: "grant_gone" }).execute();
  expect(await home.choose("titles")).toBe("not_connected");
});

test("it is one of the household's 20 calendars, and showing it can be too often, but never hiding titles", async () => {
  await using home = await withGoogleInWeek({ now });
  const { db, nora } = home;
  for (let count = 0; count < 20; count += 1)
    await show(db, nora, `https://school.example/${count}.ics`, { now });
  expect(await home.choose("titles")).toBe("too_many");
  const [first] = await listShownCalendars(db, nora, now);
  await removeShownCalendar(db, nora, first!.id);
  for (let count = 0; count < 10; count += 1) {
    expect(await home.choose("titles")).toBe("saved");
    expect(await home.choose("busy")).toBe("saved");
  }
  expect(await home.choose("titles")).toBe("too_often");
  expect(await home.choose("titles", minutesLater(61))).toBe("saved");
});
