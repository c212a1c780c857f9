import { emailVerificationLink, passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { violations } from "../../support/browser/axe.ts";
import { expect, test as base } from "../../support/browser/browser.ts";
import { confirmAddress } from "../../support/people/confirm-address.ts";
import type { Mila } from "../../support/product/mila.ts";
import {
  expectToast,
  fillCredentials,
  skipBrowserChecks,
} from "../../support/browser/on-screen.ts";
import { openData } from "../../support/records/open-data.ts";

const test = base.extend({ mila: ({ emailMila }, use) => use(emailMila) });

// Serial, because the tests share one instance.
test.describe.configure({ mode: "default" });

async function linkTo(mila: Mila, email: string): Promise<string> {
  const links = { origin: "", linkKey: readSecrets(mila.dataFolder).link };
  const db = openData(mila.dataFolder);
  const delivery = await db
    .selectFrom("deliveries")
    .innerJoin("users", "users.id", "deliveries.user_id")
    .select(["kind", "subject_id"])
    .where("users.email", "=", email)
    .orderBy("deliveries.id", "desc")
    .executeTakeFirstOrThrow();
  await db.destroy();
  const linkFor = delivery.kind === "password_reset" ? passwordResetLink : emailVerificationLink;
  return linkFor(links, delivery.subject_id);
}

test("a user who forgot their password gets a link by email", async ({
  page,
  visit,
  family,
  mila,
}) => {
  await visit("/auth/forgot");
  await page.getByLabel("Email").fill(family.email);
  await page.getByRole("button", { name: "Get a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(
    page.getByText("If there's an account with this address, a link is on its way"),
  ).toBeVisible();

  await visit(await linkTo(mila, family.email));
  await page.getByLabel("New password").fill("another horse 8");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expectToast(page, "Password changed");
});

test("an invalid address is refused beside its field and stays there", async ({
  page,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/auth/forgot");
  await skipBrowserChecks(page);
  await page.getByLabel("Email").fill("nobody at home");
  await page.getByRole("button", { name: "Get a link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "This doesn't look like an email address",
  );
  await expect(page.getByLabel("Email")).toHaveValue("nobody at home");
  expect(await violations(page)).toEqual([]);
});

test("axe finds nothing on the page after asking for a link", async ({ page, visit }) => {
  await visit("/auth/forgot?asked=yes");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("an unknown address gets the same answer", async ({ page, visit }) => {
  await visit("/auth/forgot");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Get a link" }).click();
  await expect(
    page.getByText("If there's an account with this address, a link is on its way"),
  ).toBeVisible();
});

test("the link from signing up confirms the address by a button", async ({ page, visit, mila }, {
  project,
}) => {
  const email = `confirm-${project.name}-${Date.now()}@example.com`;
  await visit("/auth?mode=signup");
  await fillCredentials(page, email, "correct horse 7");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expectToast(page, "Account created!");

  await visit(await linkTo(mila, email));
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expectToast(page, "Email address confirmed");
  await expect(page).toHaveURL("/auth");
});

test("a signed-in user can request another link", async ({ page, signIn, visit, family, mila }) => {
  await signIn();
  await family.post("/auth/verify");
  const first = await linkTo(mila, family.email);
  await visit("/auth/verify");
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectToast(page, "Check your email", "A link is on its way.");
  await visit(first);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();

  await visit(await linkTo(mila, family.email));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page).toHaveURL("/dashboard");
  await visit("/auth/verify");
  await expect(
    page.getByRole("heading", { name: "Your email address is confirmed" }),
  ).toBeVisible();
});

test("an invitation is sent", async ({ signIn, page, visit, family, mila }) => {
  await confirmAddress(mila, family.email);
  await signIn();
  await visit("/preferences/family/invite");
  await page.getByLabel("Email address").fill("sam@example.com");
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await expectToast(page, "Invitation sent!");
  await expect(page.getByRole("region", { name: "Pending invitations" })).toContainText(
    "sam@example.com",
  );
});

test("the fourth invitation within an hour is not sent, and the page says so", async ({
  signIn,
  page,
  visit,
  problems,
  family,
  mila,
}) => {
  problems.expectStatus(429);
  await confirmAddress(mila, family.email);
  await signIn();
  const { project, workerIndex } = base.info();
  const email = `often-${project.name}-${workerIndex}@example.com`;
  await visit("/preferences/family/invite");
  for (let count = 1; count <= 3; count += 1) {
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Send Invitation" }).click();
    await expectToast(page, "Invitation sent!");
    await visit("/preferences/family/invite");
  }
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await expect(
    page.getByText("I've emailed this address three times in the last hour."),
  ).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
});
