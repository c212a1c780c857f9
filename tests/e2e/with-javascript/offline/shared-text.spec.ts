import { expect, test, waitForHydration } from "../../../support/browser/browser.ts";
import { openWithCopyOf } from "../../../support/browser/installed.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ problems }) => {
  problems.expectOffline();
  problems.expectStatus(503);
});

const shared = `/tasks/confirm?${new URLSearchParams({ title: "Swimming", text: "100% fun & games", url: "https://pool.example/a?b=1#c" })}`;
const words = "Swimming 100% fun & games https://pool.example/a?b=1#c";

test("what another app shares is asked about, also without a connection", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await visit(shared);
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeVisible();
  await expect(page.locator(".subject")).toHaveText(words);

  await context.setOffline(true);
  await visit(shared);
  const input = page.getByLabel("What do you need?");
  await expect(input).toHaveValue(words);
  await expect(input).toBeFocused();
  await input.press("Enter");
  await expect(page.getByText("1 change waits for a connection")).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(input).toHaveValue("");
});

test("a request that cannot be read without a connection keeps its words", async ({
  page,
  signIn,
  family,
  visit,
  context,
}) => {
  await signIn();
  await openWithCopyOf(page, family, "Call the vet");
  await context.setOffline(true);
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("Order groceries");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expect(page).toHaveURL("/dashboard");
  await waitForHydration(page);
  await expect(page.getByLabel("What do you need?")).toHaveValue("Order groceries");
});
