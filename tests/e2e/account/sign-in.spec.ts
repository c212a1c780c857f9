import { expect, test } from "../../support/browser/browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { expectToast, fillCredentials } from "../../support/browser/on-screen.ts";

test("signing up with a known address asks to log in and keeps the address", async ({
  page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/auth?mode=signup");
  await fillCredentials(page, family.email, "correct horse 7");
  await page.getByRole("button", { name: "Sign Up" }).click();

  await expectToast(
    page,
    "Account already exists",
    "This email is already registered. Please log in instead.",
  );
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(family.email);

  await page.getByRole("link", { name: "Need an account? Sign up" }).click();
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
});

test("a wrong password keeps the address and reveals nothing about the account", async ({
  page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await visit("/auth");
  await fillCredentials(page, family.email, "wrong horse 8");
  await page.getByRole("button", { name: "Log In" }).click();

  await expectToast(page, "Error", "That email and password don't match");
  await expect(page.getByRole("alert").filter({ hasText: "Error" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(family.email);
});

test("a common password is refused beside its field", async ({ page, visit, problems }) => {
  problems.expectStatus(400);
  await visit("/auth?mode=signup");
  await fillCredentials(page, "weak-password@example.com", "password1");
  await page.getByRole("button", { name: "Sign Up" }).click();

  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    /This password is too common\. Please choose another one\./,
  );
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("weak-password@example.com");
});

test("the page toggles between logging in and signing up", async ({ page, visit }) => {
  await visit("/auth");
  await page.getByRole("link", { name: "Need an account? Sign up" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("At least 6 characters");
  await page.getByRole("link", { name: "Already have an account? Log in" }).click();
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
});

test("a page that needs a user leads to sign-in and returns afterwards", async ({
  page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Water the plants" });
  await visit(`/tasks/${id}/edit`);
  await expect(page).toHaveURL(`/auth?redirectTo=${encodeURIComponent(`/tasks/${id}/edit`)}`);

  await fillCredentials(page, family.email, "correct horse 7");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(`/tasks/${id}/edit`);
  await expect(page.getByLabel("Title")).toHaveValue("Water the plants");
});

test("a signed-in user goes straight to the dashboard", async ({ signedIn: page }) => {
  for (const path of ["/", "/auth", "/auth?mode=signup"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/dashboard");
  }
});

test("a visitor starts at the sign-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByText("Your AI Assistant")).toBeVisible();
});

test("the Google button says that Google is not set up", async ({ page, visit }) => {
  await visit("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expectToast(
    page,
    "Error",
    "Google sign-in isn't set up here, so please use your email and password.",
  );
  await expect(page).toHaveURL("/auth");
});
