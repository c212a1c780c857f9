import { violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { atName } from "../../../support/browser/open-state.ts";
import { test as connectedTest } from "../../../support/browser/providers-browser.ts";

test.describe("a browser without passkeys", () => {
  test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });
  test.beforeEach(async ({ page, problems, baseURL }) => {
    problems.expectOrigin(baseURL ?? "");
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  });

  test("has no gap where others log in with one", async ({ page, visit }) => {
    await visit("/auth");
    await expect(page.locator(".passkey-button")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
  });

  test("says so instead of showing a form without a button", async ({
    page,
    visit,
    family,
    context,
    mila,
    baseURL,
  }) => {
    await context.addCookies([
      { name: "mila_session", value: family.cookie("mila_session")!, url: baseURL ?? mila.url },
    ]);
    await visit("/preferences/account/passkeys");
    await expect(page.getByText("This browser knows no passkeys.")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });
});

connectedTest(
  "buttons on notifications are promised only where the browser shows them",
  async ({ page, signIn, visit }) => {
    // A headless browser denies them.
    await page.addInitScript(
      () => void Object.defineProperty(Notification, "permission", { value: "default" }),
    );
    await signIn();
    await visit("/preferences/notifications/push");
    const promise = page.getByText("I show your reminders as this device’s own notifications");
    await expect(promise).toContainText("with buttons for Done and In 1 hour");
    await page.addInitScript(() => Reflect.deleteProperty(Notification, "maxActions"));
    await visit("/preferences/notifications/push");
    await expect(promise).not.toContainText("buttons");
  },
);
