import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { expectToast, say } from "../../../support/browser/on-screen.ts";

const refusals = [
  [403, "Something on the way to Mila refused this (403)."],
  [408, "Sending this took too long. Please try again."],
  [413, "That's too large to send."],
  [429, "That was too often. Please try again in a moment."],
] as const;

test.beforeEach(({ problems }) => {
  for (const status of [...refusals.map(([refused]) => refused), 503])
    problems.expectStatus(status);
});

const failure = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Hmm, I couldn't save that." });

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click();

/** Answers in Mila's place. */
const answer = (page: Page, path: string, status: number) =>
  page.route(path, (route) =>
    route.fulfill({ status, contentType: "text/html", body: `<h1>nginx: ${status}</h1>` }),
  );

test("a form that is too large says so, offers nothing that can't help, and keeps what was typed", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await visit("/preferences/profile");
  const name = page.getByLabel("First Name");
  await name.fill("Nora");
  // Each of Mila's own fields is checked before it is sent.
  await name.evaluate((input: HTMLInputElement) => {
    const long = Object.assign(document.createElement("textarea"), {
      name: "other",
      value: "a".repeat(300_000),
    });
    input.form!.append(long);
  });
  await save(page);
  await expect(failure(page)).toContainText("Please send less than 256 KB.");
  await expect(failure(page).getByRole("button")).toHaveCount(1);
  await expect(name).toHaveValue("Nora");
  await page.locator("textarea[name=other]").evaluate((long) => long.remove());
  await save(page);
  await expectToast(page, "Profile updated!");
});

test.describe("a form that something on the way refuses says why, and keeps what was typed", () => {
  for (const [status, words] of refusals)
    test(`with ${status}`, async ({ page, signIn, visit }) => {
      await signIn();
      await visit("/preferences/profile");
      await page.getByLabel("First Name").fill("Nora");
      await answer(page, "**/preferences/profile.data*", status);
      await save(page);
      await expect(failure(page)).toContainText(words);
      await expect(page.getByLabel("First Name")).toHaveValue("Nora");
      await page.unrouteAll();
      await save(page);
      await expectToast(page, "Profile updated!");
    });
});

test("a task that is too large to add says so, and its words stay", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await visit("/dashboard");
  await answer(page, "**/dashboard.data*", 413);
  await say(page, "Call the vet tomorrow");
  await expect(page.getByRole("alert").filter({ hasText: "too large to send" })).toBeVisible();
  await expect(page.getByText("Call the vet tomorrow")).toBeVisible();
});

test("a link that Mila is too busy for leads to the page that says so", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await visit("/preferences");
  await page.waitForLoadState("networkidle");
  await answer(page, "**/preferences/profile.data*", 503);
  await page.route(/\/preferences\/profile$/, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<h1>One moment, please</h1>" }),
  );
  await page
    .getByRole("link", { name: /Profile/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "One moment, please" })).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel("First Name")).toBeVisible();
});
