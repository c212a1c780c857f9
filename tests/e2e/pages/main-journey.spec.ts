import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import {
  card,
  expectToast,
  fillCredentials,
  pressMore,
  say,
  section,
  menu,
} from "../../support/browser/on-screen.ts";
import { today, tomorrow } from "../../support/text/days.ts";

const password = "correct horse 7";

test(
  "a parent signs up, adds a task by typing a request and finds it again later",
  bothWays,
  async ({ page, visit }, info) => {
    const email = `main-journey-${info.project.name}-${info.workerIndex}@example.com`;

    await visit("/auth");
    await page.getByRole("link", { name: "Need an account? Sign up" }).click();
    await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
    await fillCredentials(page, email, password);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(page, "Account created!", "You can now log in.");
    await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();

    await fillCredentials(page, email, password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL("/dashboard");

    await say(page, "pick up the kids at 3pm tomorrow");
    await expectToast(page, "Task added!", "Added to Kids");
    const kids = section(page, "Kids");
    const task = kids.getByRole("listitem").filter({ hasText: /pick up the kids/i });
    await expect(task.getByRole("link", { name: `${tomorrowInWords()}, 3:00 PM` })).toBeVisible();

    const title = task.getByRole("heading");
    await task.getByRole("button", { name: "Mark as complete" }).click();
    await expect(task.getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
    // While the pointer rests on it, it keeps its place.
    await page.mouse.move(0, 0);
    await expect(title).toHaveCSS("text-decoration-line", "line-through");
    await expect(page.getByText("You're all caught up!")).toBeVisible();

    await task.getByRole("button", { name: "Mark as incomplete" }).click();
    await expect(task.getByRole("button", { name: "Mark as complete" })).toBeVisible();
    await expect(title).toHaveCSS("text-decoration-line", "none");

    await pressMore(task, "Delete task");
    await expectToast(page, "Task deleted");
    await expect(task).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Task restored");
    await expect(task).toBeVisible();

    await menu(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/auth");
    await visit("/dashboard");
    await expect(page).toHaveURL("/auth?redirectTo=%2Fdashboard");

    await fillCredentials(page, email, password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(card(kids.page(), /pick up the kids/i)).toBeVisible();
  },
);

function tomorrowInWords(): string {
  const year = tomorrow().year === today().year ? undefined : "numeric";
  return tomorrow().toLocaleString("en-US", { month: "short", day: "numeric", year });
}
