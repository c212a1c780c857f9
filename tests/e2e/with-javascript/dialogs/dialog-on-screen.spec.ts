import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast, openEdit } from "../../../support/browser/on-screen.ts";

test("a phone's on-screen keyboard does not cover the dialog's buttons", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, "height", { value: 400 });
    window.visualViewport?.dispatchEvent(new Event("resize"));
  });
  const bottomOf = async (name: string) => {
    const box = await page.getByRole("button", { name }).boundingBox();
    return box ? box.y + box.height : undefined;
  };
  await expect.poll(() => bottomOf("Save Changes")).toBeLessThan(400);
});

test("the page behind a dialog keeps its scroll position", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (let day = 10; day < 25; day += 1)
    await addTask(family, { title: `Day ${day}`, dueDate: `2031-05-${day}T08:00` });
  await page.setViewportSize({ width: 360, height: 640 });
  await visit("/dashboard?open=household-later.20");
  await card(page, "Day 17").scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => window.scrollY);
  const before = await top();
  expect(before).toBeGreaterThan(200);

  await openEdit(page, "Day 17");
  await page.mouse.wheel(0, -400);
  await page.getByLabel("Description").fill("Early");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Task saved!");
  expect(await top()).toBe(before);
});

test("the dialog appears without motion for users who prefer none", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  const animations = await page
    .getByRole("dialog")
    .evaluate((dialog) => [
      getComputedStyle(dialog).animationName,
      getComputedStyle(dialog, "::backdrop").animationName,
    ]);
  expect(animations).toEqual(["none", "none"]);
});

test("a dialog's address is also a page, and its link can open in a new tab", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit task");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel" }).click();

  const opened = page.context().waitForEvent("page");
  await page
    .getByRole("link", { name: "Order groceries", exact: true })
    .click({ modifiers: ["Control"] });
  const tab = await opened;
  await expect(tab).toHaveURL(`/tasks/${id}`);
  // On a busy machine, Playwright misses that a tab which a link opened has loaded.
  await tab.reload();
  await expect(tab.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    "Order groceries",
  );
  await tab.close();
});
