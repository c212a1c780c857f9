import { expect, test } from "../../support/browser/browser.ts";
import { card, say } from "../../support/browser/on-screen.ts";

test("a new family sees what Mila can do, in Mila's words", async ({ signedIn: page }) => {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^Good (morning|afternoon|evening), superparent!$/,
  );
  await expect(page.getByText("You're all caught up!", { exact: true })).toBeVisible();
  const empty = (category: string) =>
    page.getByRole("region", { name: category }).getByRole("paragraph");
  await expect(empty("Kids")).toHaveText(
    "Nothing here right now. Want me to check school emails for sign-ups?",
  );
  await expect(empty("Household")).toHaveText("No household tasks yet.");
  await expect(empty("Elders")).toHaveText("No elders tasks yet.");
});

test("blank text is not submitted", async ({ signedIn: page, problems }) => {
  problems.expectStatus(400);
  await say(page, "   ");
  await expect(page.getByText("You're all caught up!")).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(0);
  await expect(page.getByLabel("What do you need?")).toHaveValue("   ");
});

test("submitting the same form twice creates one task", async ({ signedIn: page, family }) => {
  const requestId = await page.locator("input[name=requestId]").inputValue();
  const [first, second] = await Promise.all([
    family.post("/dashboard", { text: "Order groceries", requestId }),
    family.post("/dashboard", { text: "Order groceries", requestId }),
  ]);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));

  await page.goto("/dashboard");
  await expect(card(page, "Order groceries")).toHaveCount(1);
});

test("the newest tasks come first and completed ones last", async ({ signedIn: page }) => {
  for (const text of ["Order groceries", "Order stamps", "Order a cake"]) {
    await say(page, text);
    await page.getByRole("link", { name: "No date", exact: true }).click();
    await expect(card(page, text)).toBeVisible();
  }
  const titles = page.getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["Order a cake", "Order stamps", "Order groceries"]);

  await card(page, "Order a cake").getByRole("button", { name: "Mark as complete" }).click();
  // While the pointer rests on it, it keeps its place.
  await page.mouse.move(0, 0);
  await expect(titles).toHaveText(["Order stamps", "Order groceries", "Order a cake"]);
});
