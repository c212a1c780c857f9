import { expect, test } from "vitest";
import { parseOne } from "./tables.ts";

/**
 * Noon the day before the clocks change, that day, and the times it skips; Kolkata never changes.
 */
const changes: [
  timeZone: string,
  now: string,
  day: string,
  skipped: string[],
  gapMinutes: number,
][] = [
  ["America/New_York", "2027-03-13T17:00:00Z", "2027-03-14", ["02:00", "02:30"], 60],
  ["America/New_York", "2026-10-31T16:00:00Z", "2026-11-01", [], 0],
  ["Europe/Berlin", "2027-03-27T11:00:00Z", "2027-03-28", ["02:00", "02:30"], 60],
  ["Europe/Berlin", "2026-10-24T10:00:00Z", "2026-10-25", [], 0],
  ["Europe/London", "2027-03-27T12:00:00Z", "2027-03-28", ["01:00", "01:30"], 60],
  ["Europe/London", "2026-10-24T11:00:00Z", "2026-10-25", [], 0],
  ["Australia/Lord_Howe", "2026-10-03T01:30:00Z", "2026-10-04", ["02:00"], 30],
  ["Australia/Lord_Howe", "2027-04-03T01:00:00Z", "2027-04-04", [], 0],
  ["Africa/Cairo", "2027-04-29T10:00:00Z", "2027-04-30", ["00:00", "00:30"], 60],
  ["Asia/Kolkata", "2027-03-13T06:30:00Z", "2027-03-14", [], 0],
];
const halfHours = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`,
);

test.each(changes)(
  "in %s, at %s, every time of day on %s is read as written",
  (timeZone, now, day, skipped, gapMinutes) => {
    for (const time of halfHours) {
      const expected = skipped.includes(time) ? laterBy(time, gapMinutes) : time;
      for (const written of [time, inHalves(time)]) {
        const task = parseOne({
          text: `feed the cat tomorrow at ${written}`,
          timeZone,
          now,
          familyMembers: [],
        });
        expect({ written, due: task.due?.local }).toEqual({ written, due: `${day}T${expected}` });
      }
    }
  },
);

test("a repeated time means the first one", () => {
  const request = {
    text: "feed the cat tomorrow at 1:30am",
    timeZone: "America/New_York",
    now: "2026-10-31T16:00:00Z",
  };
  expect(parseOne({ ...request, familyMembers: [] }).due?.instant).toBe("2026-11-01T05:30:00.000Z");
});

test("hours from now are real time, even across a clock change", () => {
  const request = {
    text: "in 24 hours turn the compost",
    timeZone: "Europe/Berlin",
    now: "2027-03-27T11:00:00.000Z",
  };
  expect(parseOne({ ...request, familyMembers: [] }).due).toEqual({
    local: "2027-03-28T13:00",
    instant: "2027-03-28T11:00:00.000Z",
  });
});

function laterBy(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const total = 60 * hour + minute + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, "0")}:${String(total % 60).padStart(2, "0")}`;
}

/** 14:30 becomes 2:30 pm. */
function inHalves(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}
