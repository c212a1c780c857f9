import { expect, test } from "vitest";
import { datePresets, quickDates } from "#app/domain/tasks/due/date-presets.server.ts";

const at = (now: string) =>
  datePresets(now, "America/New_York").map(({ label, date, time }) => `${label}: ${date} ${time}`);

test("every preset is offered on a weekday morning", () => {
  expect(at("2026-10-07T12:30:00.000Z")).toEqual([
    "Later today: 2026-10-07 11:00",
    "Tonight: 2026-10-07 20:00",
    "Tomorrow: 2026-10-08 12:00",
    "This weekend: 2026-10-10 12:00",
    "Next week: 2026-10-12 12:00",
  ]);
});

test("late in the evening no preset for today is offered", () => {
  expect(at("2026-10-08T03:30:00.000Z")).toEqual([
    "Tomorrow: 2026-10-08 12:00",
    "This weekend: 2026-10-10 12:00",
    "Next week: 2026-10-12 12:00",
  ]);
});

test.each([
  ["a Friday, tomorrow is the weekend", "2026-10-09T12:30:00.000Z", "This weekend"],
  ["a Sunday, tomorrow is next week", "2026-10-11T12:30:00.000Z", "Next week"],
])("on %s", (_, now, label) => {
  expect(at(now).join()).not.toContain(label);
});

test("on a Saturday the next Monday is called by its date", () => {
  expect(at("2026-10-10T12:30:00.000Z")).toContain("Monday, Oct 12: 2026-10-12 12:00");
  expect(at("2026-10-10T12:30:00.000Z").join()).not.toContain("Next week");
});

test("a preset in another year shows its year", () => {
  const hints = datePresets("2026-12-31T12:30:00.000Z", "America/New_York").map(({ hint }) => hint);
  expect(hints).toContain("Fri, Jan 1, 2027, 12:00 PM");
});

test("each preset shows its date", () => {
  expect(datePresets("2026-10-07T12:30:00.000Z", "America/New_York")[1]?.hint).toBe(
    "Wed, Oct 7, 8:00 PM",
  );
});

test.each([
  [
    "in the morning",
    "2026-10-07T12:30:00.000Z",
    ["Today 12:00", "Tomorrow 12:00", "Weekend 12:00"],
  ],
  ["after noon", "2026-10-07T17:30:00.000Z", ["Today 18:00", "Tomorrow 12:00", "Weekend 12:00"]],
  [
    "in the evening",
    "2026-10-08T01:30:00.000Z",
    ["Today 22:00", "Tomorrow 12:00", "Weekend 12:00"],
  ],
  ["in the last hour", "2026-10-08T03:30:00.000Z", ["Tomorrow 12:00", "Weekend 12:00"]],
  ["on a Friday", "2026-10-09T12:30:00.000Z", ["Today 12:00", "Tomorrow 12:00"]],
])("the quick dates %s are never in the past", (_, now, expected) => {
  const dates = quickDates(now, "America/New_York").map(({ label, time }) => `${label} ${time}`);
  expect(dates).toEqual(expected);
});

test("a time that was said stays on another day", () => {
  const presets = datePresets("2026-10-07T12:30:00.000Z", "America/New_York", "17:30");
  expect(presets.map(({ label, date, time }) => `${label}: ${date} ${time}`)).toEqual([
    "Later today: 2026-10-07 11:00",
    "Tonight: 2026-10-07 20:00",
    "Tomorrow: 2026-10-08 17:30",
    "This weekend: 2026-10-10 17:30",
    "Next week: 2026-10-12 17:30",
  ]);
});
