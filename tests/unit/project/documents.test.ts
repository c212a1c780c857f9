import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("{app,db,jobs,migrations,scripts,tests}/**/*.{ts,tsx}");

test("every document that the code mentions exists", () => {
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/[\w./-]+\.md\b/g)].map(([document]) => ({ file, document })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ document }) => !existsSync(document))).toEqual([]);
});
