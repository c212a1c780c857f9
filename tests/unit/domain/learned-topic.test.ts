import { expect, test } from "vitest";
import { occasionOf, topicOf } from "#app/domain/understanding/learned/topic.ts";

const family = [
  { name: "Nora", relation: "child" },
  { name: "Dan Miller", relation: "spouse" },
  { name: "Kim", relation: "sibling" },
];

test.each([
  ["Pick up Lena from ballet", ["lena"]],
  ["Swim with Nora", ["swim"]],
  ["Dinner", ["dinner"]],
  ["Book club", ["book", "club"]],
  ["Buy the cake for the office", ["cake"]],
  ["Take Kim to the station", ["kim"]],
  ["Pick up Nora", null],
  ["Ask Dan", null],
  ["Order new summer tires quickly", null],
])("a correction of “%s” is about %j", (title, words) => {
  expect(topicOf(title, family)).toEqual(words);
});

test("only what happens at its own time has a usual one", () => {
  const occasions = ["Dinner with the Lees", "Nora's recital", "Call the bank", "Pick up Lena"].map(
    (title) => occasionOf(title, family),
  );
  expect(occasions).toEqual([["dinner"], ["recital"], null, null]);
});
