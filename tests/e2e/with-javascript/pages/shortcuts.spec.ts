import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card } from "../../../support/browser/on-screen.ts";

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
