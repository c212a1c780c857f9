import { expect, test } from "../../support/browser/browser.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { expectToast } from "../../support/browser/on-screen.ts";

test("a stale page shows the yes first and asks again only when pressed again", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  const { taskId, path } = await askSam(family);
  await visit(`/tasks/${taskId}/delegate`);
  const shown = page.locator("input[name=shown]");
  const before = await shown.inputValue();
  await family.post(path, { answer: "accept" });
  // A live update refreshes the page, so the test restores the stale value.
  await expect(shown).toHaveValue(/accepted$/);
  await shown.evaluate((input, value) => input.setAttribute("value", value), before);
  const byLink = page.getByRole("radio", { name: "Copy a link" });
  await byLink.check();
  await page.getByRole("button", { name: "Delegate" }).click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Sam said yes in the meantime, so I didn't ask anyone." });
  await expect(notice).toBeVisible();
  const request = page.getByRole("region", { name: "Current request" });
  await expect(request).toContainText("✓ Accepted");
  await expect(byLink).toBeChecked();
  await page.getByRole("button", { name: "Delegate" }).click();
  await expectToast(page, "Task delegated!");
  await expect(request).toContainText("⏳ Pending");
});
