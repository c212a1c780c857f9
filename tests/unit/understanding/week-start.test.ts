import { expect, test } from "vitest";
import type { WeekStart } from "#app/domain/understanding/types.ts";
import { parseText } from "#app/domain/understanding/parse-requests.ts";

const wednesday = "2026-10-07T12:30:00Z";
const sunday = "2026-10-11T12:30:00Z";

function read(text: string, now: string, weekStart?: WeekStart) {
  const request = { text, timeZone: "America/New_York", now, familyMembers: [] };
  return parseText(weekStart === undefined ? request : { ...request, weekStart });
}

test.each([
  ["dentist next Tuesday", sunday, "2026-10-13", "2026-10-20"],
  ["dentist Tuesday next week", sunday, "2026-10-13", "2026-10-20"],
  ["dentist next Tuesday", wednesday, "2026-10-13", "2026-10-13"],
  ["dentist next Sunday", wednesday, "2026-10-18", "2026-10-11"],
  ["pay rent next week", sunday, "2026-10-12", "2026-10-19"],
  ["pay rent by the end of the week", wednesday, "2026-10-11", "2026-10-10"],
])("“%s” goes by the day on which weeks begin", (text, now, fromMonday, fromSunday) => {
  const day = (weekStart?: WeekStart) =>
    read(text, now, weekStart).tasks[0]?.due?.local.slice(0, 10);
  expect([day(), day(1), day(0)]).toEqual([fromMonday, fromMonday, fromSunday]);
});

test("a question about this week goes until its last day", () => {
  const days = (weekStart: WeekStart) =>
    read("what do we have this week?", wednesday, weekStart).intent;
  expect(days(1)).toMatchObject({ day: "2026-10-07", until: "2026-10-11" });
  expect(days(0)).toMatchObject({ day: "2026-10-07", until: "2026-10-10" });
});
