import { defineConfig } from "@playwright/test";
import { browserOptions } from "./tests/support/chromium.ts";

/** Every test with JavaScript; without it those that say so (`bothWays`). */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/support/build-before-browser.ts",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  // A provider's client takes seconds to load on a busy machine, and a message waits for it.
  expect: { timeout: 10_000 },
  use: {
    browserName: "chromium",
    locale: "en-US",
    actionTimeout: 10_000,
    // Requests of pages under a service worker pass by `page.route`; and it takes as long to start as a page.
    serviceWorkers: "block",
    // A dialog that is still on its way in is pressed beside its button, and a toast has other contrasts than the one that
    // people read. Tests of what moves say so.
    contextOptions: { reducedMotion: "reduce" },
    // One is taken of each test that may still fail: where nobody can look at it, that is time for nothing.
    screenshot: process.env.CI ? "off" : "only-on-failure",
    launchOptions: browserOptions(),
  },
  projects: [
    { name: "javascript", use: { javaScriptEnabled: true } },
    { name: "no-javascript", grep: /@both-ways/, use: { javaScriptEnabled: false } },
  ],
});
