import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card } from "../../support/browser/on-screen.ts";

test(
  "only the newest completed tasks are shown, and the others unfold",
  bothWays,
  async ({ page, visit, signIn, family }) => {
    for (let number = 1; number <= 7; number += 1) {
      const id = await addTask(family, { title: `Errand ${number}` });
      await family.post(`/tasks/${id}/complete`);
    }
    await signIn();
    await visit("/dashboard");
    await expect(card(page, "Errand 7")).toBeVisible();
    await expect(card(page, "Errand 1")).toBeHidden();
    await page.getByText("4 more completed").click();
    await expect(card(page, "Errand 1")).toBeVisible();
  },
);

for (const path of ["/dashboard", "/family"]) {
  test(`more tasks of ${path} stay visible after an action on one`, async ({
    page,
    visit,
    signIn,
    family,
  }) => {
    test.slow();
    const shown = await addTask(family, { title: "Shown errand" });
    await family.post(`/tasks/${shown}/complete`);
    // The task may be folded.
    const oldest = page.locator(".task").filter({ hasText: "Shown errand" });
    for (let number = 1; number <= 50; number += 1) {
      const id = await addTask(family, { title: `Errand ${number}` });
      await family.post(`/tasks/${id}/complete`);
    }
    await addTask(family, { title: "Order groceries" });
    await signIn();
    await visit(path);
    await expect(oldest).toHaveCount(0);
    await page.getByRole("link", { name: "Show more tasks" }).click();
    await expect(oldest).toHaveCount(1);

    await card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
    await expect(
      card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();
    await expect(page).toHaveURL(/[?&]pages=2$/);
    await expect(oldest).toHaveCount(1);
    if (path === "/family") return;

    await page.getByText("49 more completed").click();
    await oldest.getByRole("link", { name: "Shown errand" }).click();
    const sheet = page.getByRole("dialog", { name: "Shown errand" });
    await expect(sheet.getByText("Added by you")).toBeVisible();
    await expect(oldest).toHaveCount(1);
    await family.post(`/tasks/${shown}/reopen`);
    await expect(sheet.getByRole("button", { name: "Done" })).toBeVisible();
    await expect(oldest).toHaveCount(1);
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(/[?&]pages=2$/);
    await expect(oldest.getByRole("button", { name: "Mark as complete" })).toBeVisible();

    await card(page, "Order groceries").getByRole("link", { name: "Order groceries" }).click();
    await page
      .getByRole("dialog", { name: "Order groceries" })
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(card(page, "Order groceries")).toHaveCount(0);
    await expect(page).toHaveURL(/[?&]pages=2$/);
    await expect(page.locator(".task")).toHaveCount(51);
  });
}
