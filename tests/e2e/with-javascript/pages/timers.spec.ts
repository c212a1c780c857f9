import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast, pressMore } from "../../../support/browser/on-screen.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(({ page }) => page.clock.install());

test("the input's suggestion changes every 4 seconds, for one round", async ({
  signedIn: page,
}) => {
  const input = page.getByLabel("What do you need?");
  const suggestions = new Set<string | null>();
  for (let seen = 0; seen < 4; seen += 1) {
    const suggestion = await input.getAttribute("placeholder");
    suggestions.add(suggestion);
    await page.clock.fastForward(4_000);
    await expect(input).not.toHaveAttribute("placeholder", suggestion ?? "");
  }
  expect(suggestions.size).toBe(4);
  await expect(input).toHaveAttribute("placeholder", [...suggestions][0] ?? "");
  await page.clock.fastForward(60_000);
  await expect(input).toHaveAttribute("placeholder", [...suggestions][0] ?? "");
});

test("the suggestion stays once the input has the focus", async ({ signedIn: page }) => {
  const input = page.getByLabel("What do you need?");
  await page.clock.fastForward(4_000);
  await input.focus();
  const suggestion = await input.getAttribute("placeholder");
  await page.clock.fastForward(60_000);
  await expect(input).toHaveAttribute("placeholder", suggestion ?? "");
});

test("the suggestion stays for users who prefer no motion", async ({ page, signIn, visit }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn();
  await visit("/dashboard");
  const input = page.getByLabel("What do you need?");
  const suggestion = await input.getAttribute("placeholder");
  await page.clock.fastForward(60_000);
  await expect(input).toHaveAttribute("placeholder", suggestion ?? "");
});

test("a toast fades after 8 seconds, but never under the pointer", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await pressMore(card(page, "Order groceries"), "Delete task");
  await expectToast(page, "Task deleted");

  await page.getByText("Task deleted").hover();
  await page.clock.fastForward(20_000);
  await expectToast(page, "Task deleted");

  await page.mouse.move(0, 0);
  await page.clock.fastForward(8_000);
  await expect(page.getByText("Task deleted")).toHaveCount(0);
});

test("an error stays until it is closed", async ({ page, visit }) => {
  await visit("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expectToast(page, "Error", "Google sign-in isn't set up here");
  await page.clock.fastForward(600_000);
  await expectToast(page, "Error", "Google sign-in isn't set up here");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Google sign-in isn't set up here")).toHaveCount(0);
});

test("an open page loads the next day when it begins", async ({ signedIn: page }) => {
  let loads = 0;
  page.on("request", (request) => void (loads += Number(request.url().includes("dashboard.data"))));
  await page.clock.fastForward(86_400_000);
  // The page looks again and again, and may begin only now.
  const look = async () => {
    await page.clock.fastForward(15_000);
    return loads;
  };
  await expect.poll(look).toBeGreaterThan(0);
});
