import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, say } from "../../../support/browser/on-screen.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("adding a task causes no layout shift", async ({ signedIn: page, visit, family }) => {
  for (const title of ["Order groceries", "Water the plants", "Pay the rent"]) await addTask(family, { title });
  await visit("/dashboard");
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // Browsers expect shifts within half a second of input.
      for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await say(page, "vacuum tomorrow at 3pm");
  await expect(card(page, "Vacuum")).toBeVisible();
  await expect(page.getByRole("status").getByText("Task added!")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});
