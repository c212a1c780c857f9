import type { Page } from "@playwright/test";
import { type FakeGoogle, startFakeGoogle } from "../fakes/google.ts";
import { expect, test as base, timeZone } from "../support/browser.ts";
import { type Mila, startMila } from "../support/mila.ts";
import { expectToast } from "../support/on-screen.ts";

/** Where Google is set up: a server that stands in for it. */
const test = base.extend<
  { choose: (email: string, calendar?: boolean) => Promise<void> },
  { google: FakeGoogle; mila: Mila }
>({
  google: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using google = await startFakeGoogle();
      await use(google);
    },
    { scope: "worker" },
  ],
  mila: [
    async ({ google }, use) => {
      await using mila = await startMila({ MILA_TIME_ZONE: timeZone, ...google.settings });
      await use(mila);
    },
    { scope: "worker" },
  ],
  choose: async ({ page, google, problems }, use) => {
    problems.expectOrigin(google.origin);
    await use(async (email, calendar = true) => {
      await toGoogle(page);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Allow the calendar").setChecked(calendar);
      await page.getByRole("button", { name: "Continue" }).click();
    });
  },
});

async function toGoogle(page: Page) {
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
}

test("signing up with Google, out, and in again without the calendar", async ({ page, visit, choose }, { project }) => {
  const email = `journey-${project.name}@example.com`;
  await visit("/auth");
  await choose(email);
  await expect(page).toHaveURL("/dashboard");
  await page.getByLabel("Menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();

  await visit("/auth?mode=signup");
  await choose(email, false);
  await expect(page).toHaveURL("/dashboard");
});

test("Google leads back to the page that asked who it is", async ({ page, visit, choose }, { project }) => {
  await visit("/family?filter=kids");
  await choose(`returning-${project.name}@example.com`);
  await expect(page).toHaveURL("/family?filter=kids");
});

test("who turns back at Google is told, and can go on by password", async ({ page, visit, google, problems }) => {
  problems.expectOrigin(google.origin);
  await visit("/auth");
  await toGoogle(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/auth");
  await expectToast(page, "Error", "You did not go on at Google.");
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("who has a password gives it once, and then Google is enough", async ({
  page,
  context,
  visit,
  choose,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/auth");
  await choose(family.email);
  await expect(page.getByRole("heading", { name: "You have an account already" })).toBeVisible();
  await expect(page.getByText(family.email)).toBeVisible();
  await page.getByLabel("Password").fill("wrong horse 8");
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("That is not this account's password");
  await page.getByLabel("Password").fill("correct horse 7");
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(page).toHaveURL("/dashboard");

  await context.clearCookies();
  await visit("/auth");
  await choose(family.email);
  await expect(page).toHaveURL("/dashboard");
});
