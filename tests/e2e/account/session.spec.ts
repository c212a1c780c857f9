import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { addSession, expect, test } from "../../support/browser/browser.ts";
import { homeHost } from "../../support/browser/chromium.ts";
import { card, expectToast, fillCredentials, say, menu } from "../../support/browser/on-screen.ts";

test(
  "after the session ended, a request is there again after signing in, and a press says that it was not saved",
  bothWays,
  async ({ page, visit, family }) => {
    await addTask(family, { title: "Call the vet" });
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

    await page.context().clearCookies({ name: "mila_session" });
    await card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }).click();
    await expectToast(page, "You were signed out, so that was not saved.");
    await logIn();
    await expect(page).toHaveURL("/dashboard");
    await expect(
      card(page, "Call the vet").getByRole("button", { name: "Mark as complete" }),
    ).toBeVisible();
  },
);

for (const host of ["127.0.0.1", homeHost]) {
  test(
    `after signing out, Back shows no tasks on ${host}`,
    bothWays,
    async ({ page, context, visit, family, mila, problems }) => {
      const origin = mila.url.replace("127.0.0.1", host);
      if (host === homeHost) problems.expectInsecureOrigin(origin);
      await addTask(family, { title: "Order groceries" });
      await addSession(context, { url: origin }, family);
      await visit(`${origin}/dashboard`);
      // A page that the browser keeps has no cookies to set.
      await visit(`${origin}/dashboard`);
      await expect(card(page, "Order groceries")).toBeVisible();
      await menu(page).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page).toHaveURL(`${origin}/auth`);

      await page.goBack();
      await expect(page).toHaveURL(`${origin}/auth?redirectTo=%2Fdashboard`);
      await expect(page.getByText("Order groceries")).toHaveCount(0);
    },
  );
}

test(
  "after a session ended elsewhere, Back shows no tasks",
  bothWays,
  async ({ page, context, visit, family, mila }) => {
    await addTask(family, { title: "Order groceries" });
    await addSession(context, mila, family);
    await visit("/dashboard");
    await visit("/dashboard");
    await expect(card(page, "Order groceries")).toBeVisible();
    await family.post("/sign-out");
    await visit("/");
    await expect(page).toHaveURL("/auth");

    await page.goBack();
    await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");
    await expect(page.getByText("Order groceries")).toHaveCount(0);
  },
);

test("a session ended elsewhere is over here too", async ({ signedIn: page, family }) => {
  await family.post("/sign-out");
  await page.reload();
  await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");
});
