import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, expectToast, fillCredentials, say } from "../../support/browser/on-screen.ts";

test(
  "a request typed after the session ended is there again after signing in",
  bothWays,
  async ({ page, visit, family }) => {
    const logIn = async () => {
      await fillCredentials(page, family.email, "correct horse 7");
      await page.getByRole("button", { name: "Log In" }).click();
    };
    await visit("/auth");
    await logIn();
    await expect(page).toHaveURL("/dashboard");
    await page.context().clearCookies({ name: "mila_session" });
    await say(page, "Order groceries");
    await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");
    await expect(page.getByText("Your session ended before this was saved.")).toBeVisible();
    await logIn();
    await expectToast(page, "Not saved yet");
    await expect(page.getByLabel("What do you need?")).toHaveValue("Order groceries");
  },
);

test("after signing out, Back shows no tasks", bothWays, async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await expect(card(page, "Order groceries")).toBeVisible();
  await page.getByLabel("Menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");

  await page.goBack();
  await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");
  await expect(page.getByText("Order groceries")).toHaveCount(0);
});

test("a session ended elsewhere is over here too", async ({ signedIn: page, family }) => {
  await family.post("/sign-out");
  await page.reload();
  await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");
});
