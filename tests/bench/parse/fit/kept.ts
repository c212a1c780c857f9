// The kept cases as the engine sees them: a reading, and the titles that its parts should have.
import { readFileSync } from "node:fs";
import { readingOf } from "#app/domain/understanding/parse-requests.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { UserRequest } from "#app/domain/understanding/types.ts";
import { allCases } from "../cases.ts";
import { readClass, readClasses } from "../classes.ts";

export interface Kept {
  file: string;
  text: string;
  reading: Reading;
  /** For each task its possible titles. */
  titles: string[][];
  isHeldOut: boolean;
}

const groupSize = 8;
/** Each of their cases is a unit test, so the fitting sees all of them. */
const alwaysSeen = new Set(["split", "one-task", "cases"]);

export function readKept(): Kept[] {
  const kept: Kept[] = [];
  const add = (file: string, request: UserRequest, titles: string[][], index: number) => {
    const reading = readingOf(request);
    kept.push({
      file,
      text: request.text,
      reading,
      titles,
      isHeldOut:
        !alwaysSeen.has(file) && hash(`${file} ${Math.floor(index / groupSize)}`) % 3 === 0,
    });
  };
  for (const [file, cases] of [
    ...readClasses(),
    ["splits", readClass(new URL("splits.txt", import.meta.url))] as const,
  ])
    for (const [index, { request, tasks }] of cases.entries())
      add(
        file,
        request,
        tasks.map(({ title }) => title!),
        index,
      );
  const folder = new URL("../../../unit/understanding/", import.meta.url);
  const lines = (name: string) =>
    readFileSync(new URL(name, folder), "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.replaceAll("\\n", "\n"));
  const familyMembers = [
    { name: "Dan", relation: "spouse" },
    { name: "Kim", relation: "sibling" },
    { name: "Jo Miller", relation: "other" },
    ...["Emma", "Leo", "May", "Ben", "Ines"].map((name) => ({ name, relation: "child" })),
    { name: "Rose", relation: "grandparent" },
    { name: "Walter", relation: "parent" },
  ];
  const asked = (text: string) => ({
    text,
    timeZone: "America/New_York",
    now: "2026-09-14T11:10:00Z",
    familyMembers,
  });
  const blocks = lines("split.txt")
    .join("\0")
    .split("\0\0")
    .filter((block) => block.trim());
  for (const [index, block] of blocks.entries()) {
    const [text = "", ...tasks] = block.split("\0").filter(Boolean);
    add(
      "split",
      asked(text),
      tasks.map((task) => [task.split("|")[0]!.trim()]),
      index,
    );
  }
  for (const [index, text] of lines("one-task.txt").filter(Boolean).entries())
    add("one-task", asked(text), [["*"]], index);
  for (const [index, { titles, ...request }] of allCases.entries())
    add("cases", request, [titles], index);
  return kept;
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  value ^= value >>> 15;
  value = Math.imul(value, 2_246_822_507) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
