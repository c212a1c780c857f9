import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oldestBrowsers } from "../../../browsers.config.js";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { isSupported, newMembers } from "../../support/source/browser-support.ts";

/** Older browsers leave these out, and the page still does its whole job. */
const extras = new Set([
  "accent-color",
  "cursor",
  "field-sizing",
  "forced-color-adjust",
  "overscroll-behavior",
  "popover-open",
  "resize",
  "scrollbar-color",
  "scrollbar-width",
  "text-wrap",
  "user-select",
]);

async function styles(): Promise<string> {
  await using mila = await sharedMila();
  const page = await (await fetch(`${mila.url}/auth`)).text();
  const [path = ""] = /\/assets\/styles-[\w-]+\.css/.exec(page) ?? [];
  const own = await (await fetch(`${mila.url}/offline.css`)).text();
  return own + (await (await fetch(mila.url + path)).text());
}

const unique = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
];

test("the oldest browsers know all styles, or do without them", async () => {
  const css = await styles();
  const unknown = [
    ...unique(css, /[;{]([a-z][a-z-]+):/g).filter(
      (name) => isSupported("css", "properties", name) === false,
    ),
    ...unique(css, /:([a-z-]+)(?=[^;{}]*\{)/g).filter(
      (name) => isSupported("css", "selectors", name) === false,
    ),
    ...unique(css, /@([a-z-]+)/g).filter((name) => isSupported("css", "at-rules", name) === false),
    ...unique(css, /([a-z-]+)\(/g).filter(
      (name) => isSupported("css", "types", "color", name) === false,
    ),
  ];
  expect(unknown.filter((name) => !extras.has(name) && !name.startsWith("-"))).toEqual([]);
});

test("colours are plain: `light-dark()` is newer than the oldest browsers", async () => {
  expect(isSupported("css", "types", "color", "light-dark")).toBe(false);
  expect(await styles()).not.toContain("light-dark(");
});

/** Each is asked for first (`"setAppBadge" in navigator`). */
const guarded = new Set(["setAppBadge", "clearAppBadge"]);

test("the oldest browsers know what our scripts call", () => {
  const members = newMembers();
  expect(members).toContain("withResolvers");
  const files = globSync("app/{client,components,service-worker}/**/*.{ts,tsx}");
  const calls = files.flatMap((file) =>
    unique(readFileSync(file, "utf8"), /\.(\w+)\(/g)
      .filter((name) => members.has(name) && !guarded.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(calls).toEqual([]);
});

test("README names them", () => {
  const [, chrome] = /chrome(\d+)/.exec(oldestBrowsers.join(" ")) ?? [];
  const [, firefox] = /firefox(\d+)/.exec(oldestBrowsers.join(" ")) ?? [];
  const [, ios] = /ios([\d.]+)/.exec(oldestBrowsers.join(" ")) ?? [];
  expect(oldestBrowsers).toEqual(expect.arrayContaining([`edge${chrome}`, `safari${ios}`]));
  const words = readFileSync("README.md", "utf8").replaceAll(/\s+/g, " ");
  expect(words).toContain(`Safari and iOS ${ios}, Chrome and Edge ${chrome}, Firefox ${firefox}`);
});
