import type { Page, Request } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, fillCredentials } from "../../../support/browser/on-screen.ts";

test("a request shows while it is being saved, and the input is ready again", async ({
  signedIn: page,
}) => {
  const release = await holdAnswers(page);
  const input = page.getByLabel("What do you need?");
  await input.fill("Order groceries");
  await input.press("Enter");

  await expect(page.getByText("Order groceries")).toBeVisible();
  await expect(input).toHaveValue("");
  await expect(input).toBeFocused();
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();

  await release();
  await expect(page.getByText("When is “Order groceries” due?")).toBeVisible();
});

test("tasks can be added one after another without leaving the input", async ({
  signedIn: page,
}) => {
  const input = page.getByLabel("What do you need?");
  await input.focus();
  for (const title of ["Order groceries", "Order stamps"]) {
    await page.keyboard.type(`${title} tomorrow at 3pm`);
    await page.keyboard.press("Enter");
    await expect(card(page, title)).toBeVisible();
  }
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("");
});

test("a task is struck through before the server answers", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  const release = await holdAnswers(page);
  const task = card(page, "Order groceries");
  await task.getByRole("button", { name: "Mark as complete" }).click();
  await expect(task.getByRole("heading")).toHaveCSS("text-decoration-line", "line-through");

  await release();
  await page.reload();
  await expect(task.getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
});

test("a busy button says so and cannot be pressed twice", async ({ page, visit, family }) => {
  await visit("/auth");
  const release = await holdAnswers(page);
  await fillCredentials(page, family.email, "correct horse 7");
  const button = page.locator("button.button-primary");
  await button.click();
  await expect(button).toHaveText("Loading...");
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");

  await release();
  await expect(page).toHaveURL("/dashboard");
});

async function holdAnswers(page: Page): Promise<() => Promise<unknown>> {
  const isPost = (request: Request) => request.method() === "POST";
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*", async (route) => {
    if (isPost(route.request())) await released;
    await route.continue();
  });
  return () => {
    const answered = page.waitForResponse((response) => isPost(response.request()));
    release();
    return answered;
  };
}
