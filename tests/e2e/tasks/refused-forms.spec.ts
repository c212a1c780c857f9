import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { fillCredentials, skipBrowserChecks } from "../../support/browser/on-screen.ts";

// The browser's own validation blocks sending. Without JavaScript, the server makes the same check.
test("a wrong address and a short password are refused beside their fields and stay there", async ({
  page,
  visit,
}) => {
  await visit("/auth?mode=signup");
  await skipBrowserChecks(page);
  await fillCredentials(page, "nobody at home", "short");
  await page.getByRole("button", { name: "Sign Up" }).click();

  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "This doesn't look like an email address",
  );
  await expect(page.getByLabel("Email")).toHaveValue("nobody at home");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    /Use at least 6 characters/,
  );
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
});

test("empty fields say what is missing", async ({ page, visit }) => {
  await visit("/auth");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Log In" }).click();

  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Please enter your email address",
  );
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "Please enter your password",
  );
});

test("an edited task without a title is not saved and keeps its other fields", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Water the plants" });
  await visit(`/tasks/${id}/edit`);
  await skipBrowserChecks(page);
  await page.getByLabel("Title").fill("  ");
  await page.getByLabel("Category").selectOption("Elders");
  await page.getByLabel("Description").fill("The ones on the balcony too");
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(page.getByLabel("Title")).toHaveAccessibleDescription("Please enter a title");
  await expect(page.getByLabel("Category")).toHaveValue("Elders");
  await expect(page.getByLabel("Description")).toHaveValue("The ones on the balcony too");
});

test("the date form sent without a date says so", async ({ signedIn: page, visit, family }) => {
  const id = await addTask(family, { title: "Water the plants" });
  await visit(`/tasks/${id}/date`);
  await skipBrowserChecks(page);
  await page.getByLabel("Time").fill("08:15");
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByLabel("Date", { exact: true })).toHaveAccessibleDescription(
    "Please choose a date",
  );
  await expect(page.getByLabel("Time")).toHaveValue("08:15");
});
