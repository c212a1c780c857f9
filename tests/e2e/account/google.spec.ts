import type { Page } from "@playwright/test";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect } from "../../support/browser/browser.ts";
import { expectToast, menu } from "../../support/browser/on-screen.ts";
import { test } from "../../support/browser/providers-browser.ts";

async function toGoogle(page: Page) {
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
}

test(
  "a user signs up with Google, signs out, and signs in again without the calendar",
  bothWays,
  async ({ page, visit, choose }, { project }) => {
    const email = `journey-${project.name}@example.com`;
    await visit("/auth");
    await toGoogle(page);
    await choose(email);
    await expect(page).toHaveURL("/dashboard");
    await menu(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/auth");

    await visit("/auth?mode=signup");
    await toGoogle(page);
    await choose(email, false);
    await expect(page).toHaveURL("/dashboard");
  },
);

test("Google returns to the page that required signing in", async ({ page, visit, choose }, {
  project,
}) => {
  await visit("/family?filter=kids");
  await toGoogle(page);
  await choose(`returning-${project.name}@example.com`);
  await expect(page).toHaveURL("/family?filter=kids");
});

test("a user who cancels at Google is told, and can sign in by password", async ({
  page,
  visit,
  google,
  problems,
}) => {
  problems.expectOrigin(google.origin);
  await visit("/auth");
  await toGoogle(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/auth");
  await expectToast(page, "Error", "You didn't finish signing in with Google.");
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("a user with a password types it once, and Google is enough afterwards", async ({
  page,
  context,
  visit,
  choose,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/auth");
  await toGoogle(page);
  await choose(family.email);
  await expect(page.getByRole("heading", { name: "You already have an account" })).toBeVisible();
  await expect(page.getByText(family.email)).toBeVisible();
  await page.getByLabel("Password").fill("wrong horse 8");
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "Wrong password for this account",
  );
  await page.getByLabel("Password").fill("correct horse 7");
  await page.getByRole("button", { name: "Link and log in" }).click();
  await expect(page).toHaveURL("/dashboard");

  await context.clearCookies();
  await visit("/auth");
  await toGoogle(page);
  await choose(family.email);
  await expect(page).toHaveURL("/dashboard");
});
