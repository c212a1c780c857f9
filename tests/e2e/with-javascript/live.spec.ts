import { addTask } from "../../support/add-task.ts";
import { expect, test } from "../../support/browser.ts";
import { card, expectToast, say } from "../../support/on-screen.ts";

test("what somebody else does shows by itself, and what is being typed stays", async ({
  signedIn: page,
  family,
  otherDevice,
}) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("Half a thou");
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await otherDevice.goto("/dashboard");
  await card(otherDevice, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
  await expect(card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
  await expect(input).toHaveValue("Half a thou");
  await expect(input).toBeFocused();
});

test("what others do takes no toast away", async ({ signedIn: page, family }) => {
  await say(page, "call the vet tomorrow at 3pm");
  await expectToast(page, "Task added!");
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await expectToast(page, "Task added!");
});
