import { readFileSync } from "node:fs";
import { oldestBrowsers } from "../../../browsers.config.js";

interface Support {
  version_added: string | boolean | null;
  version_removed?: string;
  flags?: unknown;
}
interface Feature {
  __compat?: { support: Record<string, Support | Support[] | undefined> };
  [part: string]: Feature | Feature["__compat"];
}

const file = "node_modules/@mdn/browser-compat-data/data.json";

/** MDN's data about what each browser supports, and since when. */
const known = JSON.parse(readFileSync(file, "utf8")) as Record<
  "css" | "javascript" | "api",
  Feature
>;

const names: Record<string, string> = { ios: "safari_ios" };
const oldest = oldestBrowsers.map((browser) => {
  const [, name = "", version = ""] = /^([a-z]+)(.+)$/.exec(browser) ?? [];
  return { browser: names[name] ?? name, version: Number(version) };
});

/** Returns false if one of the oldest browsers lacks it, undefined if MDN does not list it. */
export function isSupported(...path: string[]): boolean | undefined {
  let feature: Feature | undefined = known as unknown as Feature;
  for (const part of path) feature = feature?.[part] as Feature | undefined;
  return feature && isSupportedFeature(feature);
}

/**
 * Returns false if one of the oldest browsers lacks it in each of the places where MDN lists it.
 */
export function isSupportedIn(...places: string[][]): boolean | undefined {
  const answers = places.map((path) => isSupported(...path)).filter((each) => each !== undefined);
  return answers.length === 0 ? undefined : answers.includes(true);
}

/**
 * Returns the names of methods and properties that no part of the language or the browser had then.
 */
export function newMembers(): Set<string> {
  const found = new Map<string, boolean>();
  for (const part of [known.api, known.javascript["builtins"] as Feature]) collect(part, found);
  return new Set([...found].filter(([, isKnown]) => !isKnown).map(([name]) => name));
}

function collect(feature: Feature, found: Map<string, boolean>): void {
  for (const [key, value] of Object.entries(feature)) {
    if (key.startsWith("__")) continue;
    const member = value as Feature;
    const name = key.replace(/_(static|event)$/, "");
    const isKnown = isSupportedFeature(member);
    if (isKnown !== undefined) found.set(name, found.get(name) === true || isKnown);
    collect(member, found);
  }
}

function isSupportedFeature({ __compat: compat }: Feature): boolean | undefined {
  if (!compat) return undefined;
  return oldest.every(({ browser, version }) =>
    [compat.support[browser]].flat().some((each) => isSince(version, each)),
  );
}

function isSince(version: number, support: Support | undefined): boolean {
  if (!support || support.flags) return false;
  if (Number.parseFloat(support.version_removed ?? "Infinity") <= version) return false;
  return (
    typeof support.version_added === "string" &&
    Number.parseFloat(support.version_added.replace("≤", "")) <= version
  );
}
