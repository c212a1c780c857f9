import { BROWSER_MAP, parse } from "bowser";

/** Bowser invents a name for unknown browsers. */
const knownBrowsers = new Set(Object.values(BROWSER_MAP));

const commonNames: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  macOS: "Mac",
  "Chrome OS": "Chromebook",
};

/** For example "Chrome on Android". */
export function describeDevice(userAgent: string): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = parse(userAgent);
  const names = [
    knownBrowsers.has(browser.name ?? "") ? browser.name : undefined,
    os.name === "iOS" ? platform.model : os.name,
  ].filter((name) => name !== undefined);
  return names.map((name) => commonNames[name] ?? name).join(" on ") || null;
}
