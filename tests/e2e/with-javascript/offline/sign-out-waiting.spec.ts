import { expect, test } from "../../../support/browser/browser.ts";
import { violations } from "../../../support/browser/axe.ts";
import { completeOffline, openWithCopyOf } from "../../../support/browser/installed.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  for (const status of [401, 403, 503]) problems.expectStatus(status);
});

const saving = /\/api\/save-change$/;

test("someone who signs out while changes wait is asked, and can discard them", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  // The server can be reached, and still saves no change.
  await context.route(saving, (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/preferences");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await expect(page.getByRole("heading", { name: "Before you sign out" })).toBeVisible();
  await expect(page.getByText("Complete Call the vet")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save now" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "I couldn't save everything." }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Discard all" }).click();
  await page.locator("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");
  expect(await (await family.get("/dashboard")).text()).not.toContain("Mark as incomplete");
});

test("the page says what could not be saved, and why", async ({
  page,
  signIn,
  family,
  context,
}) => {
  await signIn();
  const id = await openWithCopyOf(page, family, "Call the vet");
  await completeOffline(page, "Call the vet");
  await family.post(`/tasks/${id}/delete`);
  await context.setOffline(false);
  const refusal = page.getByRole("alert").filter({ hasText: "I couldn't save this" });
  await expect(refusal).toContainText("Complete Call the vet: You deleted this a moment ago");
  expect(await violations(page)).toEqual([]);
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(refusal).toHaveCount(0);
});
