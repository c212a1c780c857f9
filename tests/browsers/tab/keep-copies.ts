import type { Tab } from "./tab.ts";

/** Waits until the service worker has copies of both pages with these words. */
export async function keepCopies(tab: Tab, words: string): Promise<void> {
  await tab.visit("/dashboard");
  await tab.holds("navigator.serviceWorker.controller !== null");
  for (const path of ["/dashboard", "/family"]) {
    const read = `caches.match(${JSON.stringify(path)}).then((copy) => copy.text())`;
    await tab.holds(`${read}.then((text) => text.includes(${JSON.stringify(words)}))`);
  }
}
