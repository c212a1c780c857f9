import type { Page } from "@playwright/test";
import { linkFor } from "../../../support/records/add-family-member.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { expectToast, menu } from "../../../support/browser/on-screen.ts";
import { withoutTable } from "../../../support/records/without-table.ts";
import type { Visitor } from "../../../support/product/visitor.ts";

for (const [where, open] of Object.entries<(page: Page, family: Visitor) => Promise<string>>({
  "the menu": async () => "/dashboard",
  "the preferences": async () => "/preferences",
  "an invitation to another address": (_, family) => linkFor(family, "sam@example.com"),
})) {
  test(`a failed sign-out from ${where} says so and keeps the user signed in`, async ({
    page,
    signIn,
    visit,
    family,
    mila,
    problems,
  }) => {
    problems.expectOffline();
    problems.expectStatus(500);
    await signIn();
    const path = await open(page, family);
    await visit(path);
    const signOut = async () => {
      if (where === "the menu") await menu(page).click();
      await page.locator("main, .menu-panel").getByRole("button", { name: "Sign out" }).click();
    };
    await page.waitForLoadState("networkidle");

    await page.context().setOffline(true);
    await signOut();
    await expectToast(page, "Error signing out", "You're still signed in.");
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await page.context().setOffline(false);

    await withoutTable(mila, "sessions", async () => {
      await signOut();
      await expectToast(page, "Error signing out", "You're still signed in.");
      await expect(page).toHaveURL(path);
      await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    });

    await signOut();
    const isInvitation = path.startsWith("/accept-invitation");
    await expect(page).toHaveURL(
      isInvitation ? `/auth?${new URLSearchParams({ redirectTo: path })}` : "/auth",
    );
  });
}
