import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import {
  card,
  expectToast,
  openEdit,
  skipBrowserChecks,
} from "../../../support/browser/on-screen.ts";

test("a dialog shows what the server refuses and keeps the input", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Description").fill("Milk and eggs");
  await page.getByLabel("Title").fill("  ");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Save Changes" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Please enter a title");
  await expect(page.getByLabel("Description")).toHaveValue("Milk and eggs");
  await page.getByLabel("Title").fill("Order food");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, "Order food")).toContainText("Milk and eggs");
});

test("a change that cannot be sent leaves the dialog as it is", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectOffline();
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order food");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(page.getByRole("dialog")).toContainText("Hmm, I couldn't save that.");
  await expect(page.getByLabel("Title")).toHaveValue("Order food");
});

test("another user's change shows behind the dialog and is not overwritten unseen", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title: "Birthday cake" });
  await visit("/dashboard");
  await openEdit(page, "Birthday cake");
  await page.getByLabel("Title").fill("Chocolate cake");
  const version = await page.locator("dialog input[name=version]").inputValue();
  const changed = { title: "Cake with candles", category: "Household", version };
  await family.post(`/tasks/${id}/edit`, changed);
  await expect(card(page, "Cake with candles")).toBeVisible();

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Someone changed this task while you were editing.",
  );
  await expect(page.getByLabel("Title")).toHaveValue("Chocolate cake");
});

test("a dialog closed while saving still shows the saved change", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order food");
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
  await page.route("**/edit.data", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    hasArrived();
  });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await arrived;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, "Order food")).toBeVisible();
});

test("one press of Back after saving leaves the dashboard", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/preferences");
  await visit("/dashboard");
  await card(page, "Order groceries").getByRole("link", { name: "Add a date" }).click();
  await page.getByRole("button", { name: /^Tomorrow/ }).click();
  await expectToast(page, "Task saved!");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state.idx)).toBe(0);
  await expectToast(page, "Task saved!");
  await page.goBack();
  await expect(page).toHaveURL("/preferences");
});

test("a dialog's page opened directly leads to a complete dashboard", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/edit`);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(card(page, "Order groceries")).toBeVisible();
});
