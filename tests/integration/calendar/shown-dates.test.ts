import { expect, test, vi } from "vitest";
import { readParts } from "#app/domain/calendar/shown/file/components.ts";
import { listEvents } from "#app/domain/calendar/shown/file/list-events.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { calendarFile } from "../../fakes/calendar.ts";
import { addTask } from "../../support/people/say.ts";
import { withShownCalendar } from "../../support/records/shown-calendar.ts";

/** A Wednesday. */
const now = "2041-06-12T16:00:00.000Z";
const berlin = "TZID=Europe/Berlin";

/** The events of the week of a day, as the family reads them. */
async function weekOf(timeZone: string, day: string, ...events: string[][]): Promise<string[]> {
  await using home = await withShownCalendar({ timeZone, now });
  home.calendar.hold(...events);
  await home.read();
  return await home.week(day);
}

const zones = ["Pacific/Pago_Pago", "America/Los_Angeles", "UTC", "Asia/Kathmandu", "Pacific/Apia"];

test.each(zones)("in %s a whole day is that day, and several are each of theirs", async (zone) => {
  const holiday = ["SUMMARY:No school", "DTSTART;VALUE=DATE:20410612"];
  const trip = ["SUMMARY:Class trip", "DTSTART;VALUE=DATE:20410613", "DTEND;VALUE=DATE:20410615"];
  expect(await weekOf(zone, "2041-06-12", holiday, trip)).toEqual([
    "Wednesday All day No school",
    "Thursday All day Class trip",
    "Friday All day Class trip",
  ]);
});

test.each([
  ["Pacific/Pago_Pago", "Tuesday 8:00 PM Concert"],
  ["America/New_York", "Wednesday 3:00 AM Concert"],
  ["Asia/Kathmandu", "Wednesday 12:45 PM Concert"],
  ["Pacific/Apia", "Wednesday 8:00 PM Concert"],
])("in %s a time of another zone is on the viewer's day", async (zone, expected) => {
  const concert = ["SUMMARY:Concert", `DTSTART;${berlin}:20410612T090000`];
  expect(await weekOf(zone, "2041-06-12", concert)).toEqual([expected]);
});

test.each(zones)("in %s a time without a zone is the time on the wall", async (zone) => {
  const bell = ["SUMMARY:Bell", "DTSTART:20410612T081500", "DURATION:PT5M"];
  expect(await weekOf(zone, "2041-06-12", bell)).toEqual(["Wednesday 8:15 AM Bell"]);
});

test("a weekly event keeps its hour over a change of the clocks, without the dates that fall out or differ", async () => {
  const uid = "UID:choir";
  const choir = [
    uid,
    "SUMMARY:Choir",
    `DTSTART;${berlin}:20411013T170000`,
    `DTEND;${berlin}:20411013T180000`,
    "RRULE:FREQ=WEEKLY;UNTIL=20411117T160000Z",
    "EXDATE:20411020T150000Z",
  ];
  const moved = [
    uid,
    "SUMMARY:Choir, in church",
    `RECURRENCE-ID;${berlin}:20411103T170000`,
    `DTSTART;${berlin}:20411105T190000`,
  ];
  const off = [
    uid,
    "STATUS:CANCELLED",
    "SUMMARY:Choir",
    `RECURRENCE-ID;${berlin}:20411110T170000`,
    `DTSTART;${berlin}:20411110T170000`,
  ];
  await using home = await withShownCalendar({
    timeZone: "Europe/Berlin",
    now: "2041-10-01T12:00:00.000Z",
  });
  home.calendar.hold(choir, moved, off);
  await home.read();
  const weeks = [
    "2041-10-13",
    "2041-10-20",
    "2041-10-27",
    "2041-11-03",
    "2041-11-10",
    "2041-11-17",
    "2041-11-24",
  ];
  const shown = await Promise.all(weeks.map((day) => home.week(day)));
  expect(shown).toEqual([
    ["Sunday 5:00 PM Choir"],
    [],
    ["Sunday 5:00 PM Choir"],
    ["Tuesday 7:00 PM Choir, in church"],
    [],
    ["Sunday 5:00 PM Choir"],
    [],
  ]);
});

test("the last date of a series is that of its own zone, also of one with whole days", async () => {
  const auckland = [
    "SUMMARY:Practice",
    "DTSTART;TZID=Pacific/Auckland:20410611T090000",
    "RRULE:FREQ=DAILY;UNTIL=20410612T210000Z",
  ];
  const days = ["SUMMARY:Fair", "DTSTART;VALUE=DATE:20410610", "RRULE:FREQ=DAILY;UNTIL=20410611"];
  expect(await weekOf("Pacific/Auckland", "2041-06-12", auckland, days)).toEqual([
    "Monday All day Fair",
    "Tuesday All day Fair",
    "Tuesday 9:00 AM Practice",
    "Wednesday 9:00 AM Practice",
    "Thursday 9:00 AM Practice",
  ]);
});

test("a series that began long ago keeps its rhythm", async () => {
  const old = (summary: string, rule: string) => [
    `SUMMARY:${summary}`,
    "DTSTART:19700101T090000",
    `RRULE:${rule}`,
  ];
  const events = [
    old("Every other Thursday", "FREQ=WEEKLY;INTERVAL=2"),
    old("Every third day", "FREQ=DAILY;INTERVAL=3"),
    old("Birthday", "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=12"),
    old("Second Monday", "FREQ=MONTHLY;BYDAY=2MO"),
    old("Counted", "FREQ=DAILY;COUNT=500"),
  ];
  const dayOf = (date: string) => (Date.parse(date) - Date.parse("1970-01-01")) / 86_400_000;
  const week = await weekOf("UTC", "2041-06-12", ...events);
  const days = ["09", "10", "11", "12", "13", "14", "15"].map((day) => `2041-06-${day}`);
  const third = days.filter((day) => dayOf(day) % 3 === 0).length;
  const isOtherThursday = dayOf("2041-06-13") % 14 === 0;
  const count = (title: string) => week.filter((line) => line.endsWith(title)).length;
  expect(count("Every third day")).toBe(third);
  expect(count("Every other Thursday")).toBe(isOtherThursday ? 1 : 0);
  expect(week).toContain("Wednesday 9:00 AM Birthday");
  expect(week).toContain("Monday 9:00 AM Second Monday");
  expect(count("Counted")).toBe(0);
});

test("what repeats every second or minute shows once", async () => {
  const every = (rule: string) => [
    `SUMMARY:${rule}`,
    "DTSTART:20410612T090000",
    `RRULE:FREQ=${rule}`,
  ];
  expect(await weekOf("UTC", "2041-06-12", every("MINUTELY"), every("SECONDLY"))).toEqual([
    "Wednesday 9:00 AM MINUTELY",
    "Wednesday 9:00 AM SECONDLY",
  ]);
});

test("a cancelled event is left out, with its whole series", async () => {
  const cancelled = [
    "STATUS:CANCELLED",
    "SUMMARY:Swimming",
    "DTSTART:20410610T090000",
    "RRULE:FREQ=DAILY",
  ];
  expect(await weekOf("UTC", "2041-06-12", cancelled)).toEqual([]);
});

test("an event over midnight is on both days, and one until midnight is not", async () => {
  const sleepover = ["SUMMARY:Sleepover", "DTSTART:20410612T180000Z", "DTEND:20410614T100000Z"];
  const evening = ["SUMMARY:Play", "DTSTART:20410610T200000Z", "DTEND:20410611T000000Z"];
  expect(await weekOf("UTC", "2041-06-12", sleepover, evening)).toEqual([
    "Monday 8:00 PM Play",
    "Wednesday 6:00 PM Sleepover",
    "Thursday All day Sleepover",
    "Friday until 10:00 AM Sleepover",
  ]);
});

test("Outlook's own names of zones mean what its file says of them", async () => {
  await using home = await withShownCalendar({ timeZone: "Europe/Berlin", now });
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:W. Europe Standard Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
  const file = calendarFile([
    "SUMMARY:Team",
    'DTSTART;TZID="W. Europe Standard Time":20410612T093000',
    "RRULE:FREQ=WEEKLY",
  ]);
  home.calendar.holdText(file.replace("BEGIN:VEVENT", `${zone.join("\r\n")}\r\nBEGIN:VEVENT`));
  await home.read();
  expect(await home.week("2041-06-12")).toEqual(["Wednesday 9:30 AM Team"]);
  expect(await home.week("2041-12-11")).toEqual(["Wednesday 9:30 AM Team"]);
});

test("a file's own zone with a hostile rule, or thousands of them, costs little", async () => {
  const observance = (rule: string) => [
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    `RRULE:${rule}`,
    "END:STANDARD",
  ];
  const rules = [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO",
  ];
  const zone = (name: string, observances: string[]) => [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...observances,
    "END:VTIMEZONE",
  ];
  const plain = "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10";
  const ownZones = [
    ...zone("Hostile", rules.flatMap(observance)),
    ...zone("Many", Array.from({ length: 5_000 }, () => observance(plain)).flat()),
  ];
  await using home = await withShownCalendar({ timeZone: "UTC", now });
  const file = calendarFile(
    ["SUMMARY:One", "DTSTART;TZID=Hostile:20410612T090000"],
    ["SUMMARY:Other", "DTSTART;TZID=Many:20410613T090000"],
  );
  home.calendar.holdText(file.replace("BEGIN:VEVENT", `${ownZones.join("\r\n")}\r\nBEGIN:VEVENT`));
  await home.read();
  expect(await home.week("2041-06-12")).toEqual([
    "Wednesday 8:00 AM One",
    "Thursday 9:00 AM Other",
  ]);
}, 20_000);

test("events stand among the tasks of their day, in the order of time, with their calendar's name", async () => {
  await using home = await withShownCalendar({ now });
  const { db, nora } = home;
  for (const [text, time] of [
    ["Vet", "09:00"],
    ["Dinner", "18:00"],
  ] as const) {
    const { id } = await addTask(db, nora, { text, now });
    await setDueDate(db, nora, id, `2041-06-12T${time}`, nora.timeZone);
  }
  home.calendar.hold(
    ["SUMMARY:Late\\, but short", "DTSTART;TZID=America/New_York:20410612T200000"],
    ["SUMMARY:Sports day", "DTSTART;VALUE=DATE:20410612"],
    ["SUMMARY:Bake ", " sa", " le", "DTSTART;TZID=America/New_York:20410612T140000"],
  );
  await home.read();
  const { days } = await findWeekPage(db, nora, { day: "2041-06-12", now });
  const { events, tasks } = days[3]!;
  expect(tasks).toHaveLength(2);
  expect(events.map(({ title, tasksBefore }) => [title, tasksBefore])).toEqual([
    ["Sports day", 0],
    ["Bake sale", 1],
    ["Late, but short", 2],
  ]);
  expect(new Set(events.map(({ calendar }) => calendar))).toEqual(new Set(["Hill School"]));
});

test.each([
  "FREQ=SECONDLY",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
  "FREQ=MINUTELY;BYHOUR=3;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;INTERVAL=999999999999",
  "FREQ=WEEKLY;INTERVAL=99999999999",
  "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=5",
  "FREQ=MONTHLY;INTERVAL=4800;BYDAY=5MO",
  "FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO",
  "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31;BYDAY=MO",
  "FREQ=NEVER",
  "",
])("the rule %s costs little, and hides no other event", async (rule) => {
  const hostile = ["SUMMARY:Hostile", "DTSTART:20340206T090000", `RRULE:${rule}`];
  const concert = ["SUMMARY:Concert", "DTSTART:20410612T190000"];
  const startedAt = performance.now();
  const week = await weekOf("UTC", "2041-06-12", hostile, concert);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(week).toContain("Wednesday 7:00 PM Concert");
});

const endless = Array.from({ length: 1_000 }, (_, index) => [
  `SUMMARY:${index}`,
  "DTSTART:20410601T090000Z",
  "RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
]);

test("a thousand series that never end cost a bounded time", async () => {
  await using home = await withShownCalendar({ now, timeZone: "UTC" });
  home.calendar.hold(...endless);
  await home.read();
  const { count } = await home.db
    .selectFrom("shown_events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1_000);
}, 60_000);

test("others run while a thousand series are read", async () => {
  const parts = await readParts(calendarFile(...endless));
  const june = { from: "2041-06-01", before: "2041-07-01" };
  // Loads the library.
  await listEvents({ ...parts!, events: [] }, june, "2041-06-12");
  let milliseconds = 0;
  using clock = vi.spyOn(performance, "now").mockImplementation(() => (milliseconds += 1));
  let turnsOfOthers = 0;
  let turn = setImmediate(function next() {
    turnsOfOthers += 1;
    turn = setImmediate(next);
  });
  const events = await listEvents(parts!, june, "2041-06-12");
  clearImmediate(turn);
  expect(events).toHaveLength(1_000);
  expect(clock.mock.calls.length).toBeGreaterThan(2_000);
  expect(turnsOfOthers).toBeGreaterThan(clock.mock.calls.length / 20);
});
