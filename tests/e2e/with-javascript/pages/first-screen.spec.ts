import { expect, test } from "../../../support/browser/browser.ts";
import { suppressOverduePrompt } from "../../../support/browser/on-screen.ts";
import { makeOwner } from "../../../support/people/owner.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { tomorrow } from "../../../support/text/days.ts";

const longTitle =
  "Pick up the birthday cake for Emma and bring candles, plates and the big blue tablecloth";

for (const [height, count] of [
  [640, 4],
  [740, 5],
] as const) {
  test(`a phone's first screen of 360 × ${height} shows ${count} tasks below a notice and reminders`, async ({
    signedIn: page,
    visit,
    family,
  }) => {
    await family.post("/welcome/skip");
    await suppressOverduePrompt(page);
    await addTask(family, {
      title: "Return the library books",
      category: "Kids",
      dueDate: "2020-02-03T08:00",
    });
    const soon = tomorrow().toString();
    await addTask(family, { title: longTitle, category: "Kids", dueDate: `${soon}T15:00` });
    await addTask(family, { title: "Swimming lesson", category: "Kids", dueDate: `${soon}T16:00` });
    await addTask(family, { title: "Pick up Emma", category: "Kids", dueDate: `${soon}T18:00` });
    await addTask(family, {
      title: "Sign the school form",
      category: "Kids",
      dueDate: "2031-06-10T15:00",
    });
    await addTask(family, { title: "Order groceries", category: "Household" });
    await addTask(family, { title: "Call grandma", category: "Elders" });
    await page.setViewportSize({ width: 360, height });
    await visit("/dashboard");
    await expect(page.getByText("1 task is overdue.")).toBeVisible();
    await expect(page.locator(".upcoming .reminder")).not.toHaveCount(0);
    const lowest = (await page.locator(".add-task").boundingBox())!.y;
    const tasks = await page
      .locator(".task")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
    const whole = tasks.filter((bottom) => bottom <= lowest);
    expect(whole.length, `${tasks.join(", ")} above ${lowest}`).toBeGreaterThanOrEqual(count);
  });
}

test("a phone shows a notice whole, with its button", async ({
  signedIn: page,
  visit,
  family,
  mila,
}) => {
  await makeOwner(mila, family.email);
  await family.post("/dashboard", { text: "Remind me to call the vet tomorrow at 3 pm" });
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/dashboard");
  await expect(page.getByText("it isn't set up here")).toBeVisible();
  const hidden = await page
    .locator(".notices")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBe(0);
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeInViewport({ ratio: 1 });
});
