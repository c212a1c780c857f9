import { expect, test } from "vitest";
import type { FamilyMember } from "#app/domain/understanding/types.ts";
import { linesOf, parseOne, tasksOf } from "./tables.ts";

const cases = linesOf("assignees.txt")
  .filter(Boolean)
  .map((line) => line.split(" | "));

test.each(cases)("“%s” is assigned to %s: %s", (text, assignee, title) => {
  expect(tasksOf(text)).toMatchObject([{ assignee: assignee === "-" ? null : assignee, title }]);
});

const assigneeIn = (familyMembers: FamilyMember[], text: string) =>
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

const families = { without: { hasAccount: false }, with: { hasAccount: true } };

test.each([
  ["tell Nora to clean her room", "Clean her room"],
  ["Nora: feed the cat", "Feed the cat"],
  ["ask Rose to bring the pie", "Bring the pie"],
])("“%s” is assigned once a child or an elder has an account", (text, title) => {
  const read = (account: { hasAccount: boolean }) =>
    parseOne({
      text,
      timeZone: "UTC",
      now: "2026-09-14T11:10:00Z",
      familyMembers: [
        { name: "Nora", relation: "child", ...account },
        { name: "Rose", relation: "grandparent", ...account },
      ],
    });
  const name = text.includes("Nora") ? "Nora" : "Rose";
  expect(read(families.with)).toMatchObject({ assignee: name, who: name, title });
  expect(read(families.without)).toMatchObject({ assignee: null, who: name });
});

test("what is for a child with an account is the task of whoever takes them there", () => {
  const family = [{ name: "Nora", relation: "child", hasAccount: true }];
  expect(assigneeIn(family, "dentist for Nora on Friday")).toBeNull();
});

test("an empty name assigns nothing", () => {
  expect(assigneeIn([{ name: "", relation: "spouse" }], "ask Dan to buy milk")).toBeNull();
});
