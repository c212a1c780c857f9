import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";
import { simulateSpeech } from "../../../support/browser/speech.ts";
import { withoutTable } from "../../../support/records/without-table.ts";
import { confirmDialog, openListening, spokenRequest } from "../../../support/browser/voice.ts";

test("a request that cannot be read offline says so and can be tried again", async ({
  signedIn: page,
  problems,
}) => {
  problems.expectOffline();
  const input = page.getByLabel("What do you need?");
  await input.fill("Order groceries");
  await waitForPreloads(page, "/confirm-");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expectToast(page, "Error parsing task", "Your words are still here.");
  await expect(confirmDialog(page)).toContainText("Order groceries");
  await confirmDialog(page).getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Error parsing task");

  await page.context().setOffline(false);
  await confirmDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(confirmDialog(page).getByLabel("Title")).toHaveValue("Order groceries");
  await confirmDialog(page).getByRole("button", { name: "Save task" }).click();
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(input).toHaveValue("");
});

test("a spoken request that cannot be read says so, and Cancel leads back", async ({
  page,
  signIn,
  visit,
  mila,
  problems,
}) => {
  problems.expectStatus(500);
  await openListening(page, signIn, visit);
  await withoutTable(mila, "people", async () => {
    await simulateSpeech(page, { words: spokenRequest, isFinal: true });
    await expectToast(page, "Error parsing task");
  });
  await expect(confirmDialog(page)).toContainText(spokenRequest);
  await confirmDialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** Waits until the scripts that the page loads ahead are there, the named one among them. */
async function waitForPreloads(page: Page, named: string): Promise<void> {
  await page.waitForFunction((name) => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
    const loaded = new Set(performance.getEntriesByType("resource").map((entry) => entry.name));
    const addresses = links.map(({ href }) => href);
    return addresses.some((one) => one.includes(name)) && addresses.every((one) => loaded.has(one));
  }, named);
}
