import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "#tests/faults/mutations.ts";
import { guardMutations } from "#tests/integration/attack/mutations.ts";

test.for(mutations)("the code that mutation “$name” removes exists", ({ changes }) => {
  for (const { file, from } of changes) expect(readFileSync(file, "utf8")).toContain(from);
});

test.for(guardMutations)(
  "the guard that “$name” removes exists once, and so does its test",
  (guard) => {
    expect(readFileSync(guard.file, "utf8").split(guard.from)).toHaveLength(2);
    expect(existsSync(guard.test)).toBe(true);
  },
);
