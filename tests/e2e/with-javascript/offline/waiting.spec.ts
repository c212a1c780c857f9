import { addTask } from "../../../support/records/add-task.ts";
import { expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import { openInstalled, waitForCopy } from "../../../support/browser/installed.ts";
import { card, say } from "../../../support/browser/on-screen.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

test("what is added, completed and moved without a connection waits, then arrives", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await addTask(family, { title: "Call the vet" });
  await addTask(family, { title: "Order groceries" });
  await signIn();
  await openInstalled(page);
  await waitForCopy(page, "Order groceries");
  await context.setOffline(true);
  await visit("/dashboard");

  await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("1 change waits for a connection")).toBeVisible();
  await say(page, "buy stamps tomorrow at 3pm");
  await expect(page.getByText("2 changes wait for a connection")).toBeVisible();
  await card(page, "Order groceries").getByRole("link", { name: "Add a date" }).press("Enter");
  await page.getByLabel("Date").fill("2031-06-10");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await expect(card(page, "Order groceries")).toContainText("Jun 10, 12:00 PM");
  await expect(card(page, "Order groceries")).toContainText("Waiting for a connection");

  // They wait across pages and reloads.
  await visit("/family");
  await expect(page.getByText("3 changes wait for a connection")).toBeVisible();
  await expect(card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("wait for a connection")).toHaveCount(0);
  await visit("/dashboard");
  await expect(card(page, "Buy stamps")).toHaveCount(1);
  await expect(card(page, "Order groceries")).toContainText("Jun 10");
  await expect(card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
  await waitForHydration(page);
});
