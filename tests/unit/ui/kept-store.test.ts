import { expect, test } from "vitest";
import { readKept, readNone } from "#app/ui/offline/kept-store.ts";

test("a page without waiting changes starts with its snapshot of hydration, so it renders once", () => {
  expect(readKept()).toBe(readNone());
});
