import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { sharedMila } from "../../support/product/shared-mila.ts";

// In a circle, one script would use another's words before they are there, and no page would work.
test("no scripts of the pages load each other in a circle", async () => {
  // Builds them.
  await using _mila = await sharedMila();
  const loads = new Map(
    globSync("build/client/assets/*.js").map((path) => {
      const text = readFileSync(path, "utf8");
      const names = [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)];
      return [basename(path), names.map(([, name = ""]) => name)] as const;
    }),
  );
  expect(loads.size).toBeGreaterThan(20);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (loads.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  expect([...loads.keys()].filter((name) => reaches(name, name))).toEqual([]);
});
