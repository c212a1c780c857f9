import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, say } from "../../../support/browser/on-screen.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const before = ["Order groceries", "Water the plants", "Pay the rent"];

/**
 * Browsers' own measure ignores shifts within half a second of input, so it would depend on the
 * machine's speed.
 */
async function places(page: Page) {
  const cards = await Promise.all(before.map((title) => card(page, title).boundingBox()));
  const above = page.locator("header, h1, h2, textarea").filter({ visible: true });
  const boxes = await Promise.all((await above.all()).map((part) => part.boundingBox()));
  const top = Math.min(...cards.map((box) => box!.y));
  return {
    above: boxes,
    cards: cards.map((box) => ({
      x: box!.x,
      width: box!.width,
      height: box!.height,
      fromTop: box!.y - top,
    })),
  };
}

test("adding a task moves nothing but the cards below it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (const title of before) await addTask(family, { title });
  await visit("/dashboard");
  const first = await places(page);
  expect(first.above.length).toBeGreaterThan(3);
  await say(page, "vacuum tomorrow at 3pm");
  await expect(card(page, "Vacuum")).toBeVisible();
  await expect(page.getByRole("status").getByText("Task added!")).toBeVisible();
  expect(await places(page)).toEqual(first);
});
