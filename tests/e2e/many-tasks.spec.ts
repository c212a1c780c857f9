import { addTask } from "../support/add-task.ts";
import { expect, test } from "../support/browser.ts";
import { card } from "../support/on-screen.ts";

test("of many completed tasks the newest stay in sight, the others unfold", async ({ page, visit, signIn, family }) => {
  for (let number = 1; number <= 7; number += 1) {
    const id = await addTask(family, { title: `Errand ${number}` });
    await family.post(`/tasks/${id}/complete`);
  }
  await signIn();
  await visit("/dashboard");
  await expect(card(page, "Errand 7")).toBeVisible();
  await expect(card(page, "Errand 1")).toBeHidden();
  await page.getByText("4 more done").click();
  await expect(card(page, "Errand 1")).toBeVisible();
});
