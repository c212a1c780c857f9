import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { completeOffline, openWithCopyOf } from "../../../support/browser/installed.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  for (const status of [403, 404, 503]) problems.expectStatus(status);
});

const copies = (page: Page) =>
  page.evaluate(async () => (await (await caches.open("mila-pages")).keys()).length);

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).last().click();
}

test("someone who signs out while a change is still being sent is asked too", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  // Sending takes longer than the page waits for the service worker.
  await context.route(/\/api\/save-change$/, () => new Promise(() => undefined));
  await context.setOffline(false);
  await page.goto("/preferences");
  await signOut(page);
  await expect(page.getByRole("heading", { name: "Before you sign out" })).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByText("Complete Call the vet")).toBeVisible();
});

test("a copy that arrives after signing out is not kept", async ({
  page,
  signIn,
  family,
  context,
  mila,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  let isHeld = false;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route(`${mila.url}/family`, async (route) => {
    if (!route.request().headers()["x-mila-copy"]) return route.continue();
    const response = await route.fetch();
    isHeld = true;
    await released;
    await route.fulfill({ response });
  });
  await page.goto("/dashboard");
  await expect.poll(() => isHeld).toBe(true);
  await page.goto("/preferences");
  await signOut(page);
  await expect(page).toHaveURL("/auth");
  await expect.poll(() => copies(page)).toBe(0);
  const arrived = context.waitForEvent(
    "requestfinished",
    (request) => "x-mila-copy" in request.headers(),
  );
  release();
  await arrived;
  // The service worker answers these after it has dealt with the copy.
  for (let turn = 1; turn <= 20; turn += 1) {
    await page.evaluate(() => fetch("/icon.svg"));
    expect(await copies(page)).toBe(0);
  }
});

test("only signing out empties the copies, not a page that is refused", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await page.goto("/sign-out");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await copies(page)).toBe(5);
  await page.goto("/preferences");
  await context.setOffline(true);
  // As without hydration.
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/sign-out" });
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByRole("heading", { name: "You're still signed in" })).toBeVisible();
  expect(await copies(page)).toBe(5);
});
