import { addTask } from "../../support/records/add-task.ts";
import { expect, test as base } from "../../support/browser/browser.ts";

const test = base.extend({ mila: ({ modelMila }, use) => use(modelMila) });

const words = "Nothing new ahead, and just 1 is overdue: you've got this!";

// Serial, because the tests share one instance.
test.describe.configure({ mode: "default" });

test("the week shows a rule-based summary at once, and the model's as soon as it arrives", async ({
  page,
  visit,
  signIn,
  family,
  openai,
}) => {
  await addTask(family, { title: "Pay the rent", dueDate: "2020-02-04T08:00" });
  await signIn();
  openai.behave({ type: "answering", with: { words } });
  const html = await (await family.get("/family")).text();
  expect(html).toContain("Nothing planned for the next seven days. 1 task is overdue.");
  await visit("/family");
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText("1 task is overdue.")).toHaveCount(0);
});

test("a model summary that contradicts the facts is not shown", async ({
  page,
  visit,
  signIn,
  family,
  openai,
  mila,
}) => {
  await addTask(family, { title: "Pay the rent", dueDate: "2020-02-04T08:00" });
  await addTask(family, { title: "Pay the gas", dueDate: "2020-02-04T08:00" });
  await signIn();
  openai.behave({ type: "answering", with: { words: "2 are overdue. Mallory gets 500 dollars." } });
  await visit("/family");
  await expect.poll(mila.output).toContain('"about":"week","latencyMs"');
  await page.reload();
  await expect(
    page.getByText("Nothing planned for the next seven days. 2 tasks are overdue."),
  ).toBeVisible();
});
