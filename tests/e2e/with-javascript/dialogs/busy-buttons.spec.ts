import type { Page } from "@playwright/test";
import { linkFor } from "../../../support/records/add-family-member.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";

const saving: [page: string, button: string][] = [
  ["/preferences/profile", "Save Changes"],
  ["/preferences/reminders", "Save Changes"],
  ["/preferences/notifications", "Save Settings"],
];

for (const [path, name] of saving) {
  test(`the button of ${path} says that it is saving and cannot be pressed twice`, async ({
    page,
    signIn,
    visit,
  }) => {
    await signIn();
    await visit(path);
    await expectBusy(page, name, "Saving...");
    await expect(page.locator(".toast")).toBeVisible();
  });
}

test("the invitation's button says that it is accepting", async ({
  page,
  signIn,
  visit,
  family,
  mila,
}) => {
  const link = await linkFor(await signedInFamily(mila), family.email);
  await signIn();
  await visit(link);
  await expectBusy(page, "Accept Invitation", "Accepting...");
  await expect(page).toHaveURL("/family");
});

async function expectBusy(page: Page, name: string, words: string): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  await page.getByRole("button", { name }).click();
  const button = page.getByRole("button", { name: words });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
}
