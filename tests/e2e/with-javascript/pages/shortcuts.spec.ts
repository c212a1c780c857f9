import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";

test("a day is worked through by single keys", async ({ signedIn: page, family, visit }) => {
  await addTask(family, { title: "Call the dentist", dueDate: "2041-06-14T09:00" });
  await addTask(family, { title: "Water the plants", dueDate: "2041-06-15T09:00" });
  await visit("/week?from=2041-06-10");
  await page.keyboard.press("n");
  const input = page.getByLabel("What do you need?");
  await expect(input).toBeFocused();
  await expect(page).toHaveURL("/dashboard");
  // Letters are only typed in a field.
  await page.keyboard.type("jxn/?");
  await expect(input).toHaveValue("jxn/?");
  await input.fill("");
  await input.blur();

  const [dentist, plants] = ["Call the dentist", "Water the plants"].map((name) =>
    page.getByRole("heading", { name }).getByRole("link"),
  );
  await page.keyboard.press("j");
  await expect(dentist!).toBeFocused();
  await page.keyboard.press("k");
  await expect(dentist!).toBeFocused();
  await page.keyboard.press("j");
  await expect(plants!).toBeFocused();
  await page.keyboard.press("x");
  await expect(
    card(page, "Water the plants").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();

  await page.keyboard.press("k");
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/\/date$/);
  // In a dialog, keys would leave its form behind.
  await page.keyboard.press("/");
  await expect(page).toHaveURL(/\/date$/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(dentist!).toBeFocused();
  await page.keyboard.press("/");
  await expect(page).toHaveURL("/search");
});

test("the keys are listed, and can be switched off", async ({ signedIn: page, visit }) => {
  await visit("/family");
  await page.keyboard.press("?");
  await expect(page.getByRole("heading", { level: 1, name: "Keyboard" })).toBeVisible();
  await page.getByRole("button", { name: "Turn the keys off" }).click();
  await expect(page.getByText("These keys are off in this browser.")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await expect(page).toHaveURL("/search");
});

test("Ctrl-Z takes back the last change on any page, but not while somebody types", async ({
  signedIn: page,
  family,
  visit,
}) => {
  const ids = [];
  for (const title of ["Call the vet", "Pay the rent"])
    ids.push(await addTask(family, { title, dueDate: "2041-06-14T09:00" }));
  for (const id of ids) await family.post(`/tasks/${id}/delete`);
  await visit("/week?from=2041-06-10");
  await page.keyboard.press("Control+z");
  await expectToast(page, "Taken back", "Pay the rent");
  await expect(page).toHaveURL("/week?from=2041-06-10");
  await expect(page.getByRole("link", { name: /Pay the rent/ })).toBeVisible();
  await visit("/dashboard");
  const input = page.getByLabel("What do you need?");
  await input.fill("Buy stamps");
  await input.press("Control+z");
  await expect(input).toHaveValue("");
  await expect(card(page, "Call the vet")).toHaveCount(0);

  // What is offered on the page comes first.
  await visit("/deleted");
  await page.getByRole("button", { name: "Restore: Call the vet" }).press("Enter");
  await expectToast(page, "Task restored");
  await visit("/dashboard");
  await card(page, "Call the vet").getByRole("link", { name: "More" }).press("Enter");
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await expectToast(page, "Task deleted");
  await page.keyboard.press("Control+z");
  await expectToast(page, "Task restored");
  await expect(card(page, "Call the vet")).toBeVisible();
});

test("Ctrl-Z takes back a change of several tasks at once, and then the one before it", async ({
  signedIn: page,
  family,
  visit,
}) => {
  const titles = ["Call the vet", "Pay the rent", "Buy stamps"];
  for (const title of titles) await addTask(family, { title });
  const other = await addTask(family, { title: "Water the plants" });
  await family.post(`/tasks/${other}/delete`);
  await visit("/tasks/select");
  for (const title of titles) await page.getByRole("checkbox", { name: title }).check();
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await expectToast(page, "3 tasks deleted");
  await visit("/dashboard");
  await page.keyboard.press("Control+z");
  await expectToast(page, "3 tasks taken back");
  for (const title of titles) await expect(card(page, title)).toBeVisible();
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await visit("/dashboard");
  await page.keyboard.press("Control+z");
  await expectToast(page, "Taken back", "Water the plants");
});
