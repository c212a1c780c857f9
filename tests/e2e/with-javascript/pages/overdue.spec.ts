import { addTask } from "../../../support/records/add-task.ts";
import { expect, waitForHydration, test } from "../../../support/browser/browser.ts";
import { card } from "../../../support/browser/on-screen.ts";
import type { Visitor } from "../../../support/product/visitor.ts";

test("overdue tasks open over the dashboard one at a time", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");

  const dialog = page.getByRole("dialog", { name: "This one is overdue" });
  await expect(dialog).toBeFocused();
  await expect(dialog).toContainText("Call the vet");
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(dialog).toContainText("Order groceries");
  await expect(dialog).toBeFocused();
  await dialog.getByRole("button", { name: "Mark as Done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
});

test("overdue tasks open by themselves once a day", async ({ signIn, page, visit, family }) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");
  const dialog = page.getByRole("dialog", { name: "This one is overdue" });
  await expect(dialog).toBeFocused();
  await page.evaluate(() => sessionStorage.clear());
  await visit("/dashboard");
  await expect(page.getByText("2 tasks are overdue.")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.evaluate(() => {
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    localStorage.setItem("mila-overdue-asked", yesterday.toDateString());
  });
  await visit("/dashboard");
  await expect(dialog).toBeFocused();
});

test("extending opens the picker in the same dialog, and Back returns to the dashboard", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");
  await page.getByRole("button", { name: "Extend Due Date" }).click();

  const picker = page.getByRole("dialog", { name: "When is it due?" });
  await expect(picker).toBeFocused();
  await expect(picker.getByLabel("Time")).toHaveValue("12:00");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
});

test("leaving the picker goes on with the next overdue task", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");
  await page.getByRole("button", { name: "Extend Due Date" }).click();
  await expect(page.getByRole("dialog", { name: "When is it due?" })).toContainText("Call the vet");
  await page.keyboard.press("Escape");
  const dialog = page.getByRole("dialog", { name: "This one is overdue" });
  await expect(dialog).toContainText("Order groceries");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
});

test("a dialog that is closed as soon as it shows the next task stays closed", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");
  await page.getByRole("button", { name: "Extend Due Date" }).click();
  await expect(page.getByRole("dialog", { name: "When is it due?" })).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const dialog = document.querySelector("dialog");
      if (!dialog?.textContent?.includes("Order groceries")) return;
      observer.disconnect();
      dialog.close();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a closed overdue dialog does not open again in the same visit", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  await visit("/dashboard");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");

  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.reload();
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");
  expect(paths).not.toContain("/overdue.data");
  await expect(page.getByText("2 tasks are overdue.")).toBeVisible();
});

test("the overdue dialog does not open while the user types", async ({
  signIn,
  page,
  visit,
  family,
}) => {
  await addOverdue(family);
  await signIn();
  let answer = () => {};
  const isTyping = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/overdue.data", async (route) => {
    await isTyping;
    await route.continue().catch(() => undefined);
  });
  const isOnItsWay = page.waitForRequest("**/overdue.data");
  await visit("/dashboard");
  await isOnItsWay;
  const isStaying = page.waitForResponse("**/dashboard.data");
  const input = page.getByLabel("What do you need?");
  await input.press("O");
  answer();
  await isStaying;
  await page.keyboard.type("rder stamps");
  await expect(input).toHaveValue("Order stamps");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

async function addOverdue(family: Visitor): Promise<void> {
  await addTask(family, { title: "Call the vet", dueDate: "2020-02-01T08:00" });
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-02T08:00" });
}
