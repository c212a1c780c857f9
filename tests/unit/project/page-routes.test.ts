import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Remix loads every route without it after each button's action, also where that could not be sent:
// then the page is gone.
test("every page keeps its data when a button's action fails", () => {
  const pages = globSync("app/routes/**/*.tsx").filter((file) => {
    const source = readFileSync(file, "utf8");
    return (
      source.includes("export default function") && /export (async )?function loader/.test(source)
    );
  });
  expect(pages.length).toBeGreaterThan(20);
  expect(
    pages.filter((file) => !readFileSync(file, "utf8").match(/export .*shouldRevalidate\b/)),
  ).toEqual([]);
});
