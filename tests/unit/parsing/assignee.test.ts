import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { linesOf, tasksOf } from "./tables.ts";

const asked = linesOf("assignees.txt")
  .filter(Boolean)
  .map((line) => line.split(" | "));

test.each(asked)("“%s” is for %s: %s", (text, assignee, title) => {
  expect(tasksOf(text)).toMatchObject([{ assignee: assignee === "-" ? null : assignee, title }]);
});

const assigneeIn = (familyMembers: { name: string; relation: string }[], text: string) =>
  parseRequest({ text, timeZone: "UTC", now: "2026-09-14T11:10:00Z", familyMembers }).assignee;

test("my wife is nobody where two are spouse and partner", () => {
  const family = [
    { name: "Ana", relation: "spouse" },
    { name: "Eli", relation: "partner" },
  ];
  expect(assigneeIn(family, "ask my wife to buy milk")).toBeNull();
  expect(assigneeIn(family, "ask eli to buy milk")).toBe("Eli");
});

test("a first name that two have is nobody's, the whole name is", () => {
  const family = [
    { name: "Sam Lee", relation: "spouse" },
    { name: "Sam Ortiz", relation: "child" },
  ];
  expect(assigneeIn(family, "ask Sam to buy milk")).toBeNull();
  expect(assigneeIn(family, "ask Sam Lee to buy milk")).toBe("Sam Lee");
});

test("nobody is asked in a family without adults, nor by an empty name", () => {
  expect(assigneeIn([{ name: "", relation: "spouse" }], "ask Dan to buy milk")).toBeNull();
});
