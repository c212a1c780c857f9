import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oldestBrowsers } from "../../../browsers.config.js";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { isSupported, isSupportedIn, newMembers } from "../../support/source/browser-support.ts";

/** Older browsers leave these out, and the page still does its whole job. */
const extras = new Set([
  "accent-color",
  "cursor",
  "field-sizing",
  "font-family: ui-monospace",
  "font-family: ui-rounded",
  "forced-color-adjust",
  "overscroll-behavior",
  "popover-open",
  "resize",
  "scrollbar-color",
  "scrollbar-width",
  // Beside its prefixed form.
  "text-decoration: dotted",
  "text-wrap",
  "user-select",
]);

async function styles(): Promise<string> {
  await using mila = await sharedMila();
  const page = await (await fetch(`${mila.url}/auth`)).text();
  const [path = ""] = /\/assets\/styles-[\w-]+\.css/.exec(page) ?? [];
  const own = await (await fetch(`${mila.url}/offline.css`)).text();
  const css = own + (await (await fetch(mila.url + path)).text());
  // Where styles only ask whether the browser knows something, it may be new.
  const bare = css.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/@supports[^{]*/g, "@supports ");
  return bare.replaceAll(/\s*([{};:])\s*/g, "$1");
}

const unique = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
];

const properties = /[;{]([a-z][a-z-]+):([^;{}]*)/g;

/** "resize: both", "display: grid". */
function values(css: string): [property: string, value: string][] {
  return [...css.matchAll(properties)].flatMap(([, property = "", words = ""]) =>
    unique(words, /([a-z][a-z-]+)/g).map((value): [string, string] => [property, value]),
  );
}

test("the oldest browsers know all styles, or do without them", async () => {
  const css = await styles();
  const lacks = (...places: string[][]) => isSupportedIn(...places) === false;
  const unknown = [
    ...unique(css, properties).filter((name) => lacks(["css", "properties", name])),
    ...values(css)
      .filter(([property, value]) => lacks(["css", "properties", property, value]))
      .filter(([property]) => !extras.has(property))
      .map(([property, value]) => `${property}: ${value}`),
    ...unique(css, /:([a-z-]+)(?=[^;{}]*\{)/g).filter((name) => lacks(["css", "selectors", name])),
    ...unique(css, /@([a-z-]+)/g).filter((name) => lacks(["css", "at-rules", name])),
    ...unique(css, /([a-z-]+)\(/g).filter((name) =>
      lacks(["css", "types", name], ["css", "types", "color", name]),
    ),
    ...unique(css, /\d([a-z]+)\b/g).filter((unit) => lacks(["css", "types", "length", unit])),
    ...unique(css, /([a-z]+)\(from /g).filter((name) =>
      lacks(["css", "types", "color", name, "relative_syntax"]),
    ),
  ];
  const found = unknown.filter((name) => !extras.has(name) && !name.startsWith("-"));
  expect([...new Set(found)]).toEqual([]);
});

test("every color and size that styles name is defined", async () => {
  const css = await styles();
  const defined = new Set(unique(css, /(--[\w-]+)\s*[:{]/g));
  const used = unique(css, /var\((--[\w-]+)\)/g);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});

test("colors are plain: `light-dark()` is newer than the oldest browsers", async () => {
  expect(isSupported("css", "types", "color", "light-dark")).toBe(false);
  expect(await styles()).not.toContain("light-dark(");
});

/** Each is asked for first (`"setAppBadge" in navigator`), by us or by a package. */
const guarded = new Set([
  "Error.captureStackTrace",
  "navigator.share",
  "share",
  "navigator.connection",
  "navigator.scheduling",
  "navigator.setAppBadge",
  "navigator.clearAppBadge",
  "Notification.maxActions",
  "skipTransition",
  "startViewTransition",
]);
/** Methods of packages, which new parts of browsers happen to share. */
const namesakes = new Set(["check", "createContext", "override", "run", "when"]);

const members = newMembers();
const interfaces: Record<string, string> = {
  window: "Window",
  globalThis: "Window",
  self: "Window",
  document: "Document",
  navigator: "Navigator",
};

/** "union", "URLPattern", "URL.parse", "window.navigation". */
function newNames(script: string): string[] {
  const ofKnown = unique(script, /(?<![\w$.])([A-Za-z]\w+\.\w+)/g).filter((name) => {
    const [object = "", member = ""] = name.split(".");
    const owner = interfaces[object] ?? object;
    const places = [
      ["api", owner, member],
      ["api", owner, `${member}_static`],
      ["javascript", "builtins", owner, member],
    ];
    return isSupportedIn(...places) === false;
  });
  return [
    ...unique(script, /\.(\w+)\(/g).filter((name) => members.has(name) && !namesakes.has(name)),
    ...unique(script, /\bnew ([A-Z]\w+)/g).filter(
      (name) => isSupportedIn(["api", name], ["javascript", "builtins", name]) === false,
    ),
    ...ofKnown,
  ].filter((name) => !guarded.has(name));
}

test("the oldest browsers know what our scripts call", () => {
  expect(newNames("new URLPattern(a); b.union(c); URL.parse(d); window.navigation")).toEqual([
    "union",
    "URLPattern",
    "URL.parse",
    "window.navigation",
  ]);
  const scripts = globSync("build/client/{assets/*,service-worker}.js");
  expect(scripts.length).toBeGreaterThan(20);
  const calls = scripts.flatMap((file) =>
    newNames(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
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
