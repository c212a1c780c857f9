import { addTask } from "../../support/records/add-task.ts";
import { linkFor } from "../../support/records/add-family-member.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card } from "../../support/browser/on-screen.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

test("Google and password sign-in appear together, with a word between them", async ({
  page,
  visit,
}) => {
  await visit("/auth");
  await expect(page.getByText("Or", { exact: true })).toBeVisible();
});

test("a card shows its assignee in an outlined badge", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Pick up Emma", assignee: "Grandpa" });
  await visit("/dashboard");
  const badge = card(page, "Pick up Emma").getByText("Grandpa", { exact: true });
  await expect(badge).toBeVisible();
  await expect(badge).toHaveCSS("border-top-style", "solid");
  await expect(badge).not.toHaveCSS("border-top-width", "0px");
});

test("an invitation requires an address", async ({ signedIn: page, visit, problems }) => {
  problems.expectStatus(400);
  await visit("/preferences/family/invite");
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await expect(page.getByText("Please enter an email address")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
});

test("an invitation explains what accepting does", async ({
  signedIn: page,
  visit,
  family,
  mila,
}) => {
  await visit(await linkFor(await signedInFamily(mila), family.email));
  const words = "Click the button below to join this family and start sharing tasks and calendars.";
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(page).toHaveURL("/family");
});

for (const name of ["profile", "delegation", "notifications", "reminders", "calendar", "account"]) {
  test(`the page ${name} leads back to the preferences`, async ({ signedIn: page, visit }) => {
    await visit(`/preferences/${name}`);
    await page.getByRole("link", { name: "Preferences", exact: true }).first().click();
    await expect(page).toHaveURL("/preferences");
    await expect(page.getByRole("heading", { level: 1, name: "Preferences" })).toBeVisible();
  });
}

test("the email preview leads back to the family", async ({ signedIn: page, visit }) => {
  await visit("/preferences/family/members");
  await expect(
    page.getByText("would get this email, but email isn't set up here yet."),
  ).toBeVisible();
  await page.getByRole("link", { name: "this email" }).click();
  await expect(page).toHaveURL("/email-preview");
  await page.getByRole("link", { name: "Family & Household" }).click();
  await expect(page).toHaveURL("/preferences/family/members");
});

test("a phone number field opens a phone keypad and shows an example", async ({
  signedIn: page,
  visit,
}) => {
  await visit("/preferences/notifications");
  const phone = page.getByLabel("Phone number");
  await expect(phone).toHaveAttribute("type", "tel");
  await expect(phone).toHaveAttribute("placeholder", "(201) 555-0123");
});

test("the preferences menu has a way to sign out", async ({ signedIn: page, visit }) => {
  await visit("/preferences");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/^[^?]*\/auth/);
});
