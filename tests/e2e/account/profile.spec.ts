import { expect, test } from "../../support/browser/browser.ts";
import { expectToast } from "../../support/browser/on-screen.ts";
import { addTask } from "../../support/records/add-task.ts";
import { card } from "../../support/browser/on-screen.ts";

test("the role changes the greeting, and the time zone changes the times shown", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Dentist", dueDate: "2031-05-04T15:00" });
  await visit("/preferences/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile Settings");
  await expect(page.getByText("Update your personal information")).toBeVisible();
  await page.getByLabel("First Name").fill("Nora");
  await page.getByLabel("Last Name").fill("Müller");
  await page.getByLabel("I am a...").selectOption("Mom");
  await expect(page.getByLabel("I am a...")).toHaveAccessibleDescription(
    "This helps me personalize your experience with the right greetings",
  );
  await page.getByLabel("Time zone").fill("los angeles");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Profile updated!", "Your preferences have been saved. 💙");
  await page.reload();
  await expect(page.getByLabel("First Name")).toHaveValue("Nora");
  await expect(page.getByLabel("Time zone")).toHaveValue("America/Los_Angeles");

  await visit("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/supermom!$/);
  // It stays at 3:00 PM where it was set.
  await expect(card(page, "Dentist")).toContainText("12:00 PM");
  await expect(card(page, "Dentist")).toContainText("3:00 PM New York time");
});

test("an unknown time zone is refused, and the other fields keep their values", async ({
  signedIn: page,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/preferences/profile");
  await page.getByLabel("First Name").fill("Nora");
  await page.getByLabel("Time zone").fill("Atlantis");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByLabel("Time zone")).toHaveAccessibleDescription(
    /I don't know this time zone/,
  );
  await expect(page.getByLabel("First Name")).toHaveValue("Nora");
  await expect(page.getByLabel("Time zone")).toHaveValue("Atlantis");
});
