import { BROWSER_MAP, parse } from "bowser";

/** Bowser makes up a name for a browser that it does not know, from whatever was sent. */
const knownBrowsers = new Set(Object.values(BROWSER_MAP));

const commonNames: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  macOS: "Mac",
  "Chrome OS": "Chromebook",
};

/** A browser and what it runs on, as people would call them ("Chrome on Android"); null when neither is known. */
export function deviceOf(userAgent: string): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = parse(userAgent);
  const names = [
    knownBrowsers.has(browser.name ?? "") ? browser.name : undefined,
    os.name === "iOS" ? platform.model : os.name,
  ].filter((name) => name !== undefined);
  return names.map((name) => commonNames[name] ?? name).join(" on ") || null;
}
