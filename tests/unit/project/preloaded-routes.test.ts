import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as lists from "#app/client/saving/preloaded-routes.ts";

test("every preloaded route is in app/routes.ts", () => {
  const files = [...readFileSync("app/routes.ts", "utf8").matchAll(/"(routes\/[^"]+)\.tsx?"/g)].map(([, id]) => id);
  expect(Object.values(lists).flat()).not.toEqual([]);
  expect(Object.values(lists).flat()).toSatisfy((ids: string[]) => ids.every((id) => files.includes(id)));
});
