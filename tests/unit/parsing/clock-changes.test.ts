import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";

/** Noon the day before clocks change, in each zone; Kolkata never changes. `skipped` are hours that the day lacks. */
const changes = [
  {
    timeZone: "America/New_York",
    now: "2027-03-13T17:00:00Z",
    day: "2027-03-14",
    skipped: ["02:00", "02:30"],
    gapMinutes: 60,
  },
  { timeZone: "America/New_York", now: "2026-10-31T16:00:00Z", day: "2026-11-01", skipped: [], gapMinutes: 0 },
  {
    timeZone: "Europe/Berlin",
    now: "2027-03-27T11:00:00Z",
    day: "2027-03-28",
    skipped: ["02:00", "02:30"],
    gapMinutes: 60,
  },
  { timeZone: "Europe/London", now: "2026-10-24T11:00:00Z", day: "2026-10-25", skipped: [], gapMinutes: 0 },
  {
    timeZone: "Australia/Lord_Howe",
    now: "2026-10-03T01:30:00Z",
    day: "2026-10-04",
    skipped: ["02:00"],
    gapMinutes: 30,
  },
  {
    timeZone: "Europe/London",
    now: "2027-03-27T12:00:00Z",
    day: "2027-03-28",
    skipped: ["01:00", "01:30"],
    gapMinutes: 60,
  },
  { timeZone: "Europe/Berlin", now: "2026-10-24T10:00:00Z", day: "2026-10-25", skipped: [], gapMinutes: 0 },
  { timeZone: "Australia/Lord_Howe", now: "2027-04-03T01:00:00Z", day: "2027-04-04", skipped: [], gapMinutes: 0 },
  {
    timeZone: "Africa/Cairo",
    now: "2027-04-29T10:00:00Z",
    day: "2027-04-30",
    skipped: ["00:00", "00:30"],
    gapMinutes: 60,
  },
  { timeZone: "Asia/Kolkata", now: "2027-03-13T06:30:00Z", day: "2027-03-14", skipped: [], gapMinutes: 0 },
];
/** The same time as Americans say it: 14:30 is 2:30 pm. */
function inHalves(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

const halfHours = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`,
);

test.each(changes)(
  "every time said for $day in $timeZone comes out as said",
  ({ timeZone, now, day, skipped, gapMinutes }) => {
    for (const time of halfHours) {
      const wanted = skipped.includes(time) ? laterBy(time, gapMinutes) : time;
      for (const said of [time, inHalves(time)]) {
        const task = parseRequest({ text: `feed the cat tomorrow at ${said}`, timeZone, now, familyMembers: [] });
        expect({ said, due: task.due?.local }).toEqual({ said, due: `${day}T${wanted}` });
      }
    }
  },
);

test("a time that comes twice is the first of the two", () => {
  const request = {
    text: "feed the cat tomorrow at 1:30am",
    timeZone: "America/New_York",
    now: "2026-10-31T16:00:00Z",
  };
  expect(parseRequest({ ...request, familyMembers: [] }).due?.instant).toBe("2026-11-01T05:30:00.000Z");
});

test("in so many hours is that much real time, across a clock change too", () => {
  const request = { text: "in 24 hours turn the compost", timeZone: "Europe/Berlin", now: "2027-03-27T11:00:00.000Z" };
  expect(parseRequest({ ...request, familyMembers: [] }).due).toEqual({
    local: "2027-03-28T13:00",
    instant: "2027-03-28T11:00:00.000Z",
  });
});

function laterBy(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const total = 60 * hour + minute + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, "0")}:${String(total % 60).padStart(2, "0")}`;
}
