import { expect, test } from "vitest";
import { possibleChild } from "#app/domain/understanding/category/possible-child.ts";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import { hints } from "#app/ui/add-task/request-input.tsx";

test.each([
  ["Pick up Emma", "Emma"],
  ["Pick up emma from school", "Emma"],
  ["Pick Zuri up", "Zuri"],
  ["Emma has practice", "Emma"],
  ["Zuri's soccer practice", "Zuri"],
  ["Give Kwame his medicine", "Kwame"],
  ["Dentist for Ben", "Ben"],
])("%s may be for %s", (title, name) => {
  expect(possibleChild(tokenize(title), [])).toBe(name);
  expect(possibleChild(tokenize(title), [`${name} Berg`])).toBeNull();
});

test.each([
  "Homework Mon, Wed, Fri",
  "Pick up milk",
  "Pick up Tylenol",
  "Pick up Chinese food",
  "Pick up Grandma",
  "Pick up Emma's cake",
  "Call Emma",
  "School play",
  "Soccer practice",
  "Practice at Hillside",
  "Email Lincoln School",
  "Buy medicine",
])("%s names no child", (title) => {
  expect(possibleChild(tokenize(title), [])).toBeNull();
});

test("until children are known, the hints and examples are sorted rightly", () => {
  const categoryOf = (text: string) =>
    parseRequests({ text, timeZone: "UTC", now: "2026-11-21T12:00:00.000Z", familyMembers: [] })[0]
      ?.category;
  expect(hints.map(categoryOf)).toEqual(["Kids", "Household", "Kids", "Elders"]);
  expect(categoryOf("pick up Emma from school at 3 tomorrow")).toBe("Kids");
  expect(categoryOf("Pick up dry cleaning")).toBe("Household");
});
