import { describe, expect, test } from "vitest";
import { nextDailySummaryAt } from "#app/domain/summary/plan-daily-summary.server.ts";
import { plannedAt } from "#app/domain/reminders/planning/planned-at.server.ts";
import { instantOf, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { clockChanges } from "../../support/text/clock-changes.ts";

describe("around clock changes", () => {
  test.each(clockChanges)("a reminder at %s in %s goes out at %s", (local, zone, instant) => {
    const due = Temporal.PlainDateTime.from(local).add({ days: 2 });
    const task = { dueAt: instantOf(due, zone), dueLocal: due.toString(), dueTimeZone: zone };
    expect(Date.parse(plannedAt(task, 2 * 24 * 60))).toBe(Date.parse(instant));
  });

  test.each(clockChanges)("a daily summary at %s in %s goes out at %s", (local, zone, instant) => {
    const [date = "", time = ""] = local.split("T");
    const midnightBefore = instantOf(
      Temporal.PlainDateTime.from(`${date}T00:00`).subtract({ hours: 1 }),
      zone,
    );
    expect(Date.parse(nextDailySummaryAt(midnightBefore, time, zone))).toBe(Date.parse(instant));
  });
});

test("a summary comes once per local date, over 400 days and twelve zones", () => {
  const zones =
    `America/New_York America/Los_Angeles America/Havana America/St_Johns Europe/Berlin Africa/Cairo
    Asia/Beirut Asia/Kolkata Australia/Lord_Howe Pacific/Chatham Pacific/Apia UTC`.split(/\s+/);
  for (const zone of zones) {
    const dates: string[] = [];
    let now = "2027-01-01T00:00:00.000Z";
    for (let day = 0; day < 400; day += 1) {
      now = nextDailySummaryAt(now, "02:30", zone);
      dates.push(wallClockAt(now, zone).toPlainDate().toString());
    }
    const first = Temporal.PlainDate.from(dates[0]!);
    expect(dates).toEqual(dates.map((_, day) => first.add({ days: day }).toString()));
  }
});

test("an hour before is real time, and two days before keeps the time of day", () => {
  const zone = "America/New_York";
  const task = {
    dueAt: instantOf(Temporal.PlainDateTime.from("2027-03-14T03:30"), zone),
    dueLocal: "2027-03-14T03:30",
  };
  expect(plannedAt({ ...task, dueTimeZone: zone }, 60)).toBe("2027-03-14T06:30:00.000Z");
  expect(plannedAt({ ...task, dueTimeZone: zone }, 24 * 60)).toBe("2027-03-13T08:30:00.000Z");
});
