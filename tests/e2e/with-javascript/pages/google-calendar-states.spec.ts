import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { violations } from "../../../support/browser/axe.ts";
import { expect } from "../../../support/browser/browser.ts";
import { htmlErrors } from "../../../support/browser/html.ts";
import { test } from "../../../support/browser/providers-browser.ts";
import { laterThisYear } from "../../../support/text/days.ts";

const here = "/preferences/calendar";

async function isInOrder(page: Page) {
  expect(await violations(page)).toEqual([]);
  expect(await htmlErrors(await (await page.request.get(page.url())).text())).toEqual([]);
}

test("axe and html-validate find nothing in any state of the calendar page", async ({
  signedIn: page,
  visit,
  family,
  google,
  choose,
}, { project }) => {
  // Each state is checked in four ways.
  test.slow();
  const email = `states-${project.name}@example.com`;
  await visit(here);
  await page.getByRole("button", { name: "Connect Google Calendar" }).click();
  await page.getByRole("dialog", { name: "Connect Google Calendar" }).waitFor();
  await isInOrder(page);
  await page.getByRole("button", { name: "Continue to Google" }).click();
  await choose(email);
  await page.getByRole("link", { name: "Choose another calendar" }).click();
  await page.getByLabel("Which calendar?").waitFor();
  await isInOrder(page);

  await page.getByLabel("With titles").check();
  await page.getByRole("button", { name: "Save choice" }).click();
  await page.getByText("Last read ").waitFor();
  await isInOrder(page);

  google.withdraw(google.person(email).sub);
  const id = await addTask(family, { title: "Call the vet", dueDate: laterThisYear() });
  await family.post(`/tasks/${id}/calendar`);
  await expect(async () => {
    await visit(here);
    await expect(page.getByText("Mila can no longer access your Google Calendar.")).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await isInOrder(page);
});

test("a browser without popovers shows the words before Google at once", async ({
  signedIn: page,
  visit,
}) => {
  await page.route("**/assets/styles-*.css", async (route) => {
    const answer = await route.fetch();
    const sheet = (await answer.text())
      .replace(/@supports not selector\(:popover-open\)/, "@supports (display:flex)")
      .replaceAll(":popover-open", ":is-unknown");
    // The next test may use this tab, and its cache.
    const headers = { ...answer.headers(), "cache-control": "no-store" };
    await route.fulfill({ response: answer, headers, body: sheet });
  });
  await visit(here);
  await expect(page.getByText("Google will ask you to share two things")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue to Google" })).toBeVisible();
  const words = page.getByRole("dialog", { name: "Connect Google Calendar" });
  expect(await words.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  for (const name of ["Connect Google Calendar", "Close", "Not now"])
    await expect(page.getByRole("button", { name, exact: true })).toBeHidden();
  expect(await violations(page)).toEqual([]);
});
