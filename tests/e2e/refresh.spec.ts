import { addTask } from "../support/add-task.ts";
import { expect, test } from "../support/browser.ts";
import { card } from "../support/on-screen.ts";

for (const path of ["/dashboard", "/family"]) {
  test(`what somebody else has done shows on ${path} by itself, or without JavaScript by a link`, async ({
    signedIn: page,
    visit,
    family,
    javaScriptEnabled,
  }) => {
    await visit(path);
    await addTask(family, { title: "Buy milk" });
    const refresh = page.getByRole("link", { name: "Refresh" });
    await expect(refresh).toHaveCount(javaScriptEnabled ? 0 : 1);
    if (!javaScriptEnabled) await refresh.click();
    await expect(card(page, "Buy milk")).toBeVisible();
  });
}
