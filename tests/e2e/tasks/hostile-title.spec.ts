import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, pressMore } from "../../support/browser/on-screen.ts";

const hostileTitles = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "</script><!--",
  "before\u2028after\u2029end",
  "\u202Eecalp rehtona ni",
  "javascript:alert(1)",
  "{{7*7}}${7*7}",
];

test("a title is shown as text, whatever it contains", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  page.on("dialog", (dialog) => problems.report(`a dialog: ${dialog.message()}`));
  const ids: string[] = [];
  for (const title of hostileTitles) {
    ids.push(await addTask(family, { title, description: title, assignee: title }));
  }

  await visit("/dashboard?open=household-no-date");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(hostileTitles.toReversed());
  await expect(page.locator("main img, main script")).toHaveCount(0);

  for (const [index, title] of hostileTitles.entries()) {
    await page.goto(`/tasks/${ids[index]}/edit`);
    // `<title>` treats line and paragraph separators as white space.
    await expect(page.getByLabel("Title")).toHaveValue(title.replaceAll(/[\u2028\u2029]/g, " "));
    await page.goto(`/tasks/${ids[index]}/date`);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.locator("main img, main script")).toHaveCount(0);
  }
});

test("a hostile title stays text when its task is completed and deleted", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const title = `</script><img src=x onerror=alert(1)>`;
  await addTask(family, { title });
  await visit("/dashboard");
  const task = card(page, title);
  await task.getByRole("button", { name: "Mark as complete" }).click();
  await task.getByRole("button", { name: "Mark as incomplete" }).click();
  await pressMore(task, "Delete task");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(task.getByRole("heading")).toHaveText(title);
});
