import { expect, test } from "vitest";
import { matchWords } from "#app/domain/inbox/meant/match-words.ts";

const family = new Set(["nora", "ben", "sam"]);

const find = (words: string, ...titles: string[]) =>
  matchWords(
    titles.map((title) => ({ title })),
    words,
    family,
  ).map(({ title }) => title);

test.each([
  ["trash", ["Trash", "Take out the trash"], ["Trash"]],
  ["the bins", ["Bin day", "Pay the bill"], ["Bin day"]],
  ["swim", ["Swimming with Ben", "Call the bank"], ["Swimming with Ben"]],
  ["dentist appointment", ["Dentist", "Dance"], ["Dentist"]],
  ["Nora's recital", ["Recital", "Rehearsal"], ["Recital"]],
  ["Nora's piano", ["Ben's piano", "Nora piano"], ["Nora piano"]],
  ["Nora's piano", ["Ben's piano"], []],
  ["Sam", ["Call Sam", "Call Ben"], ["Call Sam"]],
  ["café", ["Cafe with Rose"], ["Cafe with Rose"]],
  ["gas bill", ["Pay the gas bill", "Pay the water bill"], ["Pay the gas bill"]],
  ["piano", ["Piano", "Piano"], ["Piano", "Piano"]],
  ["the", ["The vet"], []],
  ["🎹", ["Piano"], []],
])("“%s” means of %j: %j", (words, titles, meant) => {
  expect(find(words, ...titles)).toEqual(meant);
});
