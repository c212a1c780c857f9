import type { Tab } from "./tab.ts";

/** Waits until the service worker has copies of both lists with these words, and of the week. */
export async function keepCopies(tab: Tab, words: string): Promise<void> {
  await tab.visit("/dashboard");
  await tab.holds("navigator.serviceWorker.controller !== null");
  for (const path of ["/dashboard", "/family"]) {
    const read = `caches.match(${JSON.stringify(path)}).then((copy) => copy.text())`;
    await tab.holds(`${read}.then((text) => text.includes(${JSON.stringify(words)}))`);
  }
  await tab.holds(`caches.match("/week").then((copy) => copy !== undefined)`);
}
