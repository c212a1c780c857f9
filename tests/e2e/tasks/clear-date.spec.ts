import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, expectEnterButton, expectToast, say } from "../../support/browser/on-screen.ts";

test("one press on a new card clears the date Mila read, and another restores it", async ({
  signedIn: page,
}) => {
  await say(page, "Watch Black Friday with Dan");
  const task = card(page, "Watch with Dan");
  await expect(task.locator("mark")).toHaveText("Black Friday");
  await task.getByRole("button", { name: "“Black Friday” is not a date" }).click();

  await expectToast(page, "Date removed", "The words are back in the title");
  const undated = card(page, "Watch Black Friday with Dan");
  await expect(undated.getByRole("link", { name: "Add a date" })).toBeVisible();
  await expect(page.locator("mark")).toHaveCount(0);

  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "The date is back");
  await expect(task.locator("mark")).toHaveText("Black Friday");
});

test("the date page shows the words behind the date until another date is chosen", async ({
  signedIn: page,
}) => {
  await say(page, "Call the vet on January 5 2031 at 3pm");
  const date = card(page, "Call the vet").getByRole("link", { name: "Jan 5, 2031, 3:00 PM" });
  await date.click();
  await expect(page.getByText("I got the date from on January 5 2031 at 3pm.")).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("2031-01-06");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await card(page, "Call the vet").getByRole("link", { name: "Jan 6, 2031, 3:00 PM" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "When is it due?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Not a date?" })).toHaveCount(0);
});

test("the confirmation marks the date Mila read, and clearing it keeps all other input", async ({
  signedIn: page,
  family,
}) => {
  await addFamilyMember(family, { name: "Kim", relation: "sibling", phone: "", email: "" });
  await page
    .getByLabel("What do you need?")
    .fill("order groceries tomorrow and buy tickets for Black Friday");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expect(page.locator(".subject mark")).toHaveText(["tomorrow", "for Black Friday"]);

  const [first, second] = [
    page.getByRole("group", { name: "Task 1" }),
    page.getByRole("group", { name: "Task 2" }),
  ];
  await first.getByLabel("Title").fill("Order all groceries");
  await second.getByLabel("Who").selectOption("Kim");
  await second.getByRole("button", { name: "Not a date?" }).click();

  await expect(second.getByLabel("Title")).toHaveValue("Buy tickets for Black Friday");
  await expect(second.getByLabel("Due date")).toHaveValue("");
  await expect(second.getByLabel("Who")).toHaveValue("Kim");
  await expect(first.getByLabel("Title")).toHaveValue("Order all groceries");
  await expect(first.getByLabel("Due date")).not.toHaveValue("");
  await expect(page.locator(".subject mark")).toHaveText(["tomorrow"]);
  await expect(second.getByRole("button", { name: "Not a date?" })).toHaveCount(0);

  await page.getByRole("button", { name: "Add 2" }).click();
  await expectToast(page, "Added 2");
  await expect(card(page, "Order all groceries")).toBeVisible();
  await expect(
    card(page, "Buy tickets for Black Friday").getByRole("link", { name: "Add a date" }),
  ).toBeVisible();
});

test(
  "Enter on the confirmation saves it and clears no date",
  bothWays,
  async ({ signedIn: page }) => {
    await page.getByLabel("What do you need?").fill("call the vet on January 5 2031 at 3pm");
    await page.getByRole("button", { name: "Review before adding" }).click();
    await expectEnterButton(page.getByLabel("Title"));
    await page.getByLabel("Title").press("Enter");
    await expectToast(page, "Task saved!");
    await expect(
      card(page, "Call the vet").getByRole("link", { name: "Jan 5, 2031, 3:00 PM" }),
    ).toBeVisible();
  },
);
