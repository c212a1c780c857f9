import { expect, test } from "vitest";
import { viewDue } from "#app/domain/tasks/due/due.server.ts";

const due = {
  due_date: "2027-07-04T22:00:00.000Z",
  due_local: "2027-07-04T15:00",
  due_time_zone: "America/Los_Angeles",
  due_has_time: 1,
} as const;

test.each(["2027-01-01T07:30:00.000Z", "2027-01-01T20:00:00.000Z"])(
  "a zone with the same clock is not named, at %s: the new year begins earlier in one of them",
  (now) => {
    expect(viewDue(due, "America/Phoenix", now)?.label).toBe("Jul 4, 3:00 PM");
  },
);

test("the words for a date change at midnight in the viewer's zone", () => {
  const at = (now: string) => viewDue(due, "America/New_York", now);
  expect(at("2027-07-04T03:59:59.000Z")?.day).toBe("Tomorrow");
  expect(at("2027-07-04T04:00:00.000Z")?.day).toBe("Today");
  expect(at("2026-12-31T12:00:00.000Z")?.label).toBe(
    "Jul 4, 2027, 6:00 PM (3:00 PM Los Angeles time)",
  );
  expect(at("2027-07-04T22:00:00.001Z")?.isOverdue).toBe(true);
});

test("viewers in other zones read other words for the same due date", () => {
  const now = "2027-07-04T12:00:00.000Z";
  expect(viewDue(due, "Asia/Tokyo", now)).toMatchObject({
    day: "Tomorrow",
    label: "Jul 5, 7:00 AM (3:00 PM Los Angeles time)",
  });
  expect(viewDue(due, "America/Los_Angeles", now)).toMatchObject({
    day: "Today",
    label: "Jul 4, 3:00 PM",
  });
});
