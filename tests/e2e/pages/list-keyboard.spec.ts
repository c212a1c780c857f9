import type { Page } from "@playwright/test";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast } from "../../support/browser/on-screen.ts";
import { expectFocusSeen, pressByKeyboard, tabTo } from "../../support/browser/tab-to.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test(
  "a list is filled, ticked, changed and undone on a phone by keyboard alone",
  bothWays,
  async ({ signedIn: page, family, visit, javaScriptEnabled }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await family.post("/lists", { name: "Camp" });
    await visit("/lists/shopping");
    // Without a script, a new page begins at its top.
    const seen = async () => javaScriptEnabled && expectFocusSeen(page);
    const press = (name: string) => pressByKeyboard(page, name);

    await tabTo(page, "Add to the list");
    for (const name of ["Milk", "Eggs", "Bread"]) {
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await expect(button(page, `Tick: ${name}`)).toBeVisible();
      // The next one can be typed at once.
      await expect(page.getByLabel("Add to the list")).toBeFocused();
    }
    await seen();

    await press("Tick: Eggs");
    await expect(button(page, "Bring back: Eggs")).toBeVisible();
    await seen();
    await press("Bring back: Eggs");
    await expect(button(page, "Tick: Eggs")).toBeVisible();
    await seen();

    await press("Change: Eggs");
    await expect(page.getByRole("heading", { level: 1, name: "Change item" })).toBeVisible();
    await seen();
    await tabTo(page, "Name");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Six eggs");
    await page.keyboard.press("Enter");
    await expectToast(page, "Item renamed");
    await expect(button(page, "Tick: Six eggs")).toBeVisible();
    await seen();

    await press("Change: Six eggs");
    await expect(page.getByRole("heading", { level: 1, name: "Change item" })).toBeVisible();
    await tabTo(page, "Move to another list");
    await page.keyboard.press("C");
    await press("Move");
    await expectToast(page, "Moved to Camp");
    await expect(page.getByRole("heading", { level: 1, name: "Camp" })).toBeVisible();
    await seen();

    await press("Delete: Six eggs");
    await expectToast(page, "Item deleted");
    await expect(button(page, "Tick: Six eggs")).toHaveCount(0);
    await seen();
    await press("Undo");
    await expectToast(page, "Back on the list");
    await expect(button(page, "Tick: Six eggs")).toBeVisible();
    await seen();
  },
);

test("what was deleted gives the focus to the next item, and has it again after Undo", async ({
  signedIn: page,
  family,
  visit,
}) => {
  await family.post("/lists/shopping/items", { text: "milk, eggs and bread" });
  await visit("/lists/shopping");
  await button(page, "Delete: Eggs").press("Enter");
  await expect(button(page, "Tick: Eggs")).toHaveCount(0);
  await expect(button(page, "Delete: Bread")).toBeFocused();
  await button(page, "Undo").press("Enter");
  await expect(button(page, "Delete: Eggs")).toBeFocused();
  // A ticked item that comes back keeps the focus.
  await button(page, "Tick: Milk").press("Enter");
  await expect(page.getByRole("list", { name: "Ticked" })).toContainText("Milk");
  await button(page, "Bring back: Milk").press("Enter");
  await expect(button(page, "Tick: Milk")).toBeFocused();
});
