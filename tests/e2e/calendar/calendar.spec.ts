import type { Page } from "@playwright/test";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, expectToast, pressMore, questionPage } from "../../support/browser/on-screen.ts";
import { laterThisYear } from "../../support/text/days.ts";

test.beforeEach(async ({ context, problems }) => {
  problems.expectGoogleCalendar();
  await context.route("https://calendar.google.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Google</title>" }),
  );
});

test(
  "a card opens Google Calendar with the task filled in, in a new tab with JavaScript",
  bothWays,
  async ({ signedIn: page, visit, family, javaScriptEnabled }) => {
    const dueDate = laterThisYear();
    await addTask(family, { title: "Call the vet", dueDate });
    await visit("/dashboard");
    await expectCalendar(page, javaScriptEnabled, /text=Call\+the\+vet/, () =>
      pressMore(card(page, "Call the vet"), "Add to calendar"),
    );
  },
);

test("a task due in another year asks for its date before Google Calendar opens", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Call the vet", dueDate: "2041-01-05T15:00" });
  await visit("/dashboard");
  await pressMore(card(page, "Call the vet"), "Add to calendar");
  await expect(questionPage(page, "When is it due?")).toContainText("Call the vet");
  await expectCalendar(page, true, /text=Call\+the\+vet.*20410105T/, () =>
    page.getByRole("button", { name: "Save", exact: true }).click(),
  );
});

test("the task's own page links to Google Calendar too", async ({
  page,
  signIn,
  visit,
  family,
}) => {
  const dueDate = laterThisYear();
  const id = await addTask(family, { title: "Call the vet", dueDate });
  await signIn();
  await visit(`/tasks/${id}`);
  await expectCalendar(
    page,
    true,
    /text=Call\+the\+vet/,
    () => page.getByRole("button", { name: "Add to calendar" }).click(),
    `/tasks/${id}`,
  );
});

async function expectCalendar(
  page: Page,
  javaScriptEnabled: boolean | undefined,
  query: RegExp,
  press: () => Promise<void>,
  stays = "/dashboard",
): Promise<void> {
  if (!javaScriptEnabled) {
    // `route` does not intercept the redirect of a form post.
    const left = page.waitForRequest(/^https:\/\/calendar\.google\.com\//);
    await press();
    return expect((await left).url()).toMatch(query);
  }
  const opened = page.waitForEvent("popup");
  await press();
  const calendar = await opened;
  await calendar.waitForURL(/^https:\/\/calendar\.google\.com\//);
  expect(calendar.url()).toMatch(query);
  await expectToast(page, "Opening Google Calendar");
  await expect(page).toHaveURL(stays);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await calendar.evaluate(() => window.opener)).toBe(null);
}
