import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { importCycles } from "./import-cycles.ts";

test.each(["app/domain/parsing", "app/domain/understanding"])(
  "no files in %s import each other in a circle",
  (folder) => {
    const files = globSync(`${folder}/**/*.ts`);
    expect(files.length).toBeGreaterThan(5);
    expect(importCycles(files)).toEqual([]);
  },
);
