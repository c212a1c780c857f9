import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconNames } from "#app/ui/icons/icon-names.ts";

test("the sprite has a drawing of each named icon and no other", () => {
  const sprite = readFileSync("app/ui/icons/icons.svg", "utf8");
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><\w/g)].map(
    ([, name]) => name,
  );
  expect(drawn).toEqual([...iconNames]);
});

test("every icon is used", () => {
  const files = globSync("app/{channels.ts,{ui,routes}/**/*.{ts,tsx}}").filter(
    (file) => !file.endsWith("/icon-names.ts"),
  );
  const source = files.map((file) => readFileSync(file, "utf8")).join("");
  expect(iconNames.filter((name) => !source.includes(`"${name}"`))).toEqual([]);
});
