import { expect, test } from "vitest";
import { describeTurns, readSaidTurns } from "#app/domain/understanding/said-turns.ts";

const people = [
  { id: "nora", name: "Nora" },
  { id: "sam", name: "Sam Berg" },
  { id: "emma", name: "Emma" },
  { id: "jo", name: "jo-ann.(x)" },
];

test.each([
  ["trash every Tuesday: Sam and Nora in turns", "each", "sam nora", "trash every Tuesday"],
  [
    "trash every Tuesday, Nora, Sam and Emma take turns",
    "each",
    "nora sam emma",
    "trash every Tuesday",
  ],
  ["dishes every day alternating between me and Emma", "each", "nora emma", "dishes every day"],
  [
    "dishes every day, Emma & Sam Berg in turns, a week each",
    "week",
    "emma sam",
    "dishes every day",
  ],
  ["dishes every day: jo-ann.(x), Nora in turns", "each", "jo nora", "dishes every day"],
  [
    "water the ferns every Friday. Who does it? Anyone",
    "anyone",
    "",
    "water the ferns every Friday",
  ],
  [
    "water the ferns every Friday, anyone can take it",
    "anyone",
    "",
    "water the ferns every Friday",
  ],
])("“%s” says whose turn it is", (text, order, ids, rest) => {
  const said = readSaidTurns(text, people, "nora");
  expect(said?.turns).toEqual({ order, personIds: ids.split(" ").filter(Boolean) });
  expect(said?.rest.trim()).toBe(rest);
  expect(said?.rest).toHaveLength(text.length);
});

test.each([
  "trash every Tuesday",
  "take turns at the crossing every Tuesday",
  "Sam and Grandpa in turns every Friday",
  "call Sam and Nora every Friday",
  "ask if anyone wants tickets every Friday",
])("“%s” says nothing about turns", (text) => {
  expect(readSaidTurns(text, people, "nora")).toBeNull();
});

test("turns are told in words", () => {
  expect(describeTurns({ order: "week", personIds: ["sam", "nora"] }, people)).toBe(
    "Sam Berg and Nora in turns, a week each",
  );
  expect(describeTurns({ order: "anyone", personIds: [] }, people)).toBe("Anyone can take it");
});

test("a name that two people have means neither of them", () => {
  const ottos = [
    ...people,
    { id: "son", name: "Otto" },
    { id: "grandpa", name: "otto" },
    { id: "friend", name: "Otto Berg" },
  ];
  const said = (text: string) => readSaidTurns(text, ottos, "nora");
  expect(said("trash every Tuesday: Otto and Nora in turns")).toBeNull();
  expect(said("trash every Tuesday: Otto Berg and Nora in turns")?.turns.personIds).toEqual([
    "friend",
    "nora",
  ]);
});
