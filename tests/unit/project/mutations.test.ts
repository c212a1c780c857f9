import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "#tests/faults/mutations.ts";
import { guardMutations } from "#tests/integration/attack/mutations.ts";

test.for([...mutations, ...guardMutations])("the code that mutation “$name” removes exists", ({ changes }) => {
  for (const { file, from } of changes) expect(readFileSync(file, "utf8")).toContain(from);
});

test.for(guardMutations)("the test that must notice that $name exists", ({ test: file }) => {
  expect(existsSync(file)).toBe(true);
});
