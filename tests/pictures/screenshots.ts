// npm run screenshots: saves every page state at four widths, light, dark and in forced colors, to
// tests/screenshots/. A word after "--" selects states by name; "--browser firefox" or "--browser
// webkit" shows them as those do, at two widths.
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { waitForHydration } from "../support/browser/browser.ts";
import { browserOptions } from "../support/browser/chromium.ts";
import { forwarding } from "../support/product/forwarding.ts";
import { type Mila, startMila } from "../support/product/mila.ts";
import { suppressOverduePrompt } from "../support/browser/on-screen.ts";
import { atName, openState } from "../support/browser/open-state.ts";
import type { PageState } from "../support/browser/page-states/page-state.ts";
import { pageStates } from "../support/browser/page-states.ts";
import { takeOtherShots } from "./other-browsers.ts";
import { chromiumUser } from "../support/browser/page-user/chromium-user.ts";
import { signedInFamily } from "../support/people/signed-in-family.ts";

const folder = "tests/screenshots";
const widths = [360, 768, 1280, 1920];
const looks = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: "string" } },
});
const [word = ""] = positionals;
const states = Object.entries(pageStates).filter(([name]) => name.includes(word));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using mila = await startMila(forwarding);
if (values.browser === "firefox" || values.browser === "webkit") {
  await takeOtherShots(values.browser, { mila, states, folder });
  await mila[Symbol.asyncDispose]();
  process.exit();
}
const browser = await chromium.launch(browserOptions());
for (const [name, state] of states) await takeShots(browser, mila, name, state);
await browser.close();
console.log(`${states.length * widths.length * Object.keys(looks).length} pictures in ${folder}`);

async function takeShots(
  open: Browser,
  running: Mila,
  name: string,
  state: PageState,
): Promise<void> {
  const family = await signedInFamily(running);
  const url = atName(running.url);
  const context = await open.newContext({
    baseURL: url,
    viewport: { width: 360, height: 800 },
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await suppressOverduePrompt(page);
  const user = chromiumUser(page, url, async (path) => {
    await page.goto(path);
    if (!state.isFile) await waitForHydration(page);
  });
  await openState(state, { user, family, mila: running });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const [look, media] of Object.entries(looks)) {
      await page.emulateMedia(media);
      await page.screenshot({
        path: `${folder}/${name.replaceAll(/\W+/g, "-")}-${width}-${look}.png`,
      });
    }
  }
  await context.close();
}
