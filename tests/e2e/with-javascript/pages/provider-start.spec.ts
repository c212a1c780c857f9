import type { Page, Route } from "@playwright/test";
import { expect } from "../../../support/browser/browser.ts";
import { expectToast, fillCredentials } from "../../../support/browser/on-screen.ts";
import { test } from "../../../support/browser/providers-browser.ts";

const troubles = [
  { trouble: "no network", answer: (route: Route) => route.abort(), status: 0 },
  {
    trouble: "a 500",
    answer: (route: Route) => route.fulfill({ status: 500, body: "" }),
    status: 500,
  },
  {
    trouble: "a 503",
    answer: (route: Route) => route.fulfill({ status: 503, body: "" }),
    status: 503,
  },
];

const isData = (path: string) => (url: URL) => url.pathname === `${path}.data`;

for (const { trouble, answer, status } of troubles) {
  test(`${trouble} at “Continue with Google” is a toast on the sign-in page`, async ({
    page,
    visit,
    google,
    problems,
  }) => {
    problems.expectOrigin(google.origin);
    problems.expectStatus(status);
    problems.expectOffline();
    problems.expectUnreadableAnswer();
    await visit("/auth");
    await page.getByLabel("Email").fill("nora@example.com");
    await page.route(isData("/auth/google"), answer);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expectToast(page, "Error", "Mila can't be reached right now.");
    await expect(page).toHaveURL("/auth");
    await expect(page.getByLabel("Email")).toHaveValue("nora@example.com");

    await page.unrouteAll();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  });

  test(`${trouble} while connecting the calendar is a toast on its page`, async ({
    page,
    visit,
    signIn,
    problems,
  }) => {
    problems.expectStatus(status);
    problems.expectOffline();
    problems.expectUnreadableAnswer();
    await signIn();
    await visit("/preferences/calendar");
    await page.getByRole("button", { name: "Connect Google Calendar" }).click();
    await page.route(isData("/preferences/calendar/connect"), answer);
    await page.getByRole("button", { name: "Continue to Google" }).click();
    await expectToast(page, "Not connected", "Mila can't be reached right now.");
    await expect(page).toHaveURL("/preferences/calendar");
  });
}

test("only the button that is busy says so", async ({ page, visit, google, problems }) => {
  problems.expectOrigin(google.origin);
  await visit("/auth");
  const [byGoogle, byPassword] = [
    page.locator(".button-secondary").first(),
    page.locator("button.button-primary"),
  ];
  let release = await hold(page, "/auth/google");
  await byGoogle.click();
  await expect(byGoogle).toHaveText("Loading...");
  await expect(byPassword).toHaveText("Log In");
  await release();
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();

  await visit("/auth");
  release = await hold(page, "/auth");
  await fillCredentials(page, "nora@example.com", "correct horse 7");
  await byPassword.click();
  await expect(byPassword).toHaveText("Loading...");
  await expect(byGoogle).toHaveText("Continue with Google");
  problems.expectStatus(400);
  await release();
});

async function hold(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(isData(path), async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: "wait" });
  };
}
