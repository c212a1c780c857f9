import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "#tests/faults/mutations.ts";

test.for(mutations)("the code that mutation “$name” removes exists", ({ changes }) => {
  for (const { file, from } of changes) expect(readFileSync(file, "utf8")).toContain(from);
});
