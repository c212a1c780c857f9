import { expect, test } from "vitest";
import { linesOf, parseOne, tasksOf } from "./tables.ts";

const cases = linesOf("assignees.txt")
  .filter(Boolean)
  .map((line) => line.split(" | "));

test.each(cases)("“%s” is assigned to %s: %s", (text, assignee, title) => {
  expect(tasksOf(text)).toMatchObject([{ assignee: assignee === "-" ? null : assignee, title }]);
});

const assigneeIn = (familyMembers: { name: string; relation: string }[], text: string) =>
  parseOne({ text, timeZone: "UTC", now: "2026-09-14T11:10:00Z", familyMembers }).assignee;

test("“my wife” names nobody in a family with a spouse and a partner", () => {
  const family = [
    { name: "Ana", relation: "spouse" },
    { name: "Eli", relation: "partner" },
  ];
  expect(assigneeIn(family, "ask my wife to buy milk")).toBeNull();
  expect(assigneeIn(family, "ask eli to buy milk")).toBe("Eli");
});

test("a first name that two members share names nobody, but a full name does", () => {
  const family = [
    { name: "Sam Lee", relation: "spouse" },
    { name: "Sam Ortiz", relation: "child" },
  ];
  expect(assigneeIn(family, "ask Sam to buy milk")).toBeNull();
  expect(assigneeIn(family, "ask Sam Lee to buy milk")).toBe("Sam Lee");
});

test("an empty name assigns nothing", () => {
  expect(assigneeIn([{ name: "", relation: "spouse" }], "ask Dan to buy milk")).toBeNull();
});
