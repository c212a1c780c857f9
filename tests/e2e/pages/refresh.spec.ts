import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card } from "../../support/browser/on-screen.ts";

for (const path of ["/dashboard", "/family"]) {
  test(`another member's changes appear on ${path} without a reload`, async ({
    signedIn: page,
    visit,
    family,
  }) => {
    await visit(path);
    await addTask(family, { title: "Buy milk" });
    await expect(page.getByRole("link", { name: "Refresh" })).toHaveCount(0);
    await expect(card(page, "Buy milk")).toBeVisible();
  });
}
