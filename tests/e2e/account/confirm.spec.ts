import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { questionPage, card, expectToast } from "../../support/browser/on-screen.ts";

test(
  "a user can check what Mila understood, change it and save it",
  bothWays,
  async ({ signedIn: page }) => {
    await page.getByLabel("What do you need?").fill("call grandma on January 5 2031 at 3pm");
    await page.getByRole("button", { name: "Review before adding" }).click();

    await expect(questionPage(page, "Is this right?")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Call grandma");
    await expect(page.getByLabel("Category")).toHaveValue("Elders");
    await expect(page.getByLabel("Due date")).toHaveValue("2031-01-05T15:00");
    await page.getByLabel("Title").fill("Call grandma about the trip");
    await page.getByLabel("Due date").fill("2031-01-06T15:00");
    await page.getByRole("button", { name: "Save task" }).click();

    await expect(page.getByRole("status").getByText("Task saved!")).toBeVisible();
    await expect(card(page, "Call grandma about the trip")).toContainText("Jan 6, 2031, 3:00 PM");
  },
);

test("opening the confirmation saves nothing", async ({ signedIn: page }) => {
  await page.getByLabel("What do you need?").fill("Order groceries");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("You're all caught up!")).toBeVisible();
});

test("a person named in the request can be asked once the task is saved", async ({
  signedIn: page,
  family,
}) => {
  await addFamilyMember(family, { name: "Alex", relation: "partner" });
  await addFamilyMember(family, { name: "Sam" });
  await page
    .getByLabel("What do you need?")
    .fill("ask Sam to pick up Emma on January 5 2031 at 3pm");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await page.getByRole("button", { name: "Save and ask someone" }).click();

  await expectToast(page, "Task saved!");
  await expect(questionPage(page, "Who can do this?")).toContainText("Pick up Emma");
  await expect(page.getByRole("radio", { name: /^Sam/ })).toBeChecked();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(card(page, "Pick up Emma")).toHaveCount(1);
  await expect(page.getByLabel("What do you need?")).toHaveValue("");
});

test("each of several new tasks can be delegated later", async ({ signedIn: page }) => {
  await page
    .getByLabel("What do you need?")
    .fill("order groceries tomorrow and call grandma on Friday");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expect(page.getByRole("button", { name: "Add 2" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save and ask someone" })).toHaveCount(0);
});
