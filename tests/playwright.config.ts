import { defineConfig } from "@playwright/test";
import { browserOptions } from "./support/browser/chromium.ts";

/** Every test with JavaScript; without it those that say so (`bothWays`). */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results/browser",
  snapshotPathTemplate: "{testDir}/{testFileDir}/looks/{arg}{ext}",
  globalSetup: "./support/product/build-before-browser.ts",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  // On a busy machine, loading a provider's client delays messages by seconds.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: "chromium",
    locale: "en-US",
    actionTimeout: 10_000,
    // `page.route` misses requests of service workers, which also take as long to start as a page.
    serviceWorkers: "block",
    // Playwright misses buttons of moving dialogs, and fading toasts have other contrasts. Tests of
    // motion opt out.
    contextOptions: { reducedMotion: "reduce" },
    // Nobody can look at screenshots in CI.
    screenshot: process.env.CI ? "off" : "only-on-failure",
    launchOptions: browserOptions(),
  },
  projects: [
    { name: "javascript", use: { javaScriptEnabled: true } },
    { name: "no-javascript", grep: /@both-ways/, use: { javaScriptEnabled: false } },
  ],
});
