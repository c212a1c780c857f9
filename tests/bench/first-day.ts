// npm run first-day: counts the presses and seconds of a family's first day, from an empty data
// folder to the first reminder, with JavaScript and without. Fails at a dead end, and beyond 40
// presses.
import { chromium } from "@playwright/test";
import { browserOptions } from "../support/browser/chromium.ts";
import { walkFirstDay } from "./first-day/walk.ts";

const maxPresses = 40;

const browser = await chromium.launch(browserOptions());
const ways = { "with JavaScript": true, "without JavaScript": false };
for (const [way, javaScriptEnabled] of Object.entries(ways)) {
  const { parts, deadEnd } = await walkFirstDay(browser, javaScriptEnabled);
  const presses = parts.reduce((sum, part) => sum + part.presses, 0);
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  console.log(`A first day ${way}: ${presses} presses, ${Math.round(seconds)} s`);
  console.table(Object.fromEntries(parts.map(({ name, ...figures }) => [name, figures])));
  if (deadEnd) console.error(`Dead end: ${deadEnd}`);
  if (presses > maxPresses) console.error(`More than ${maxPresses} presses`);
  if (deadEnd || presses > maxPresses) process.exitCode = 1;
}
await browser.close();
