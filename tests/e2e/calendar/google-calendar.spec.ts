import type { Page } from "@playwright/test";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect } from "../../support/browser/browser.ts";
import { card, expectToast, pressMore, say } from "../../support/browser/on-screen.ts";
import { test } from "../../support/browser/providers-browser.ts";
import { laterThisYear } from "../../support/text/days.ts";

const here = "/preferences/calendar";
const section = (page: Page) => page.getByRole("region", { name: "Google Calendar" });
const eventTitles = (
  google: { events: (email: string) => { summary?: string | null; status: string }[] },
  email: string,
) =>
  google
    .events(email)
    .filter(({ status }) => status === "confirmed")
    .map(({ summary }) => summary);

async function connect(page: Page, label = "Connect Google Calendar") {
  await page.getByRole("button", { name: label }).click();
  await page
    .getByRole("dialog", { name: label })
    .getByRole("button", { name: "Continue to Google" })
    .click();
}

test(
  "connecting explains what it asks for, and then tasks are saved by hand and automatically",
  bothWays,
  async ({ signedIn: page, visit, family, google, choose, javaScriptEnabled }, { project }) => {
    const email = `saved-${project.name}@example.com`;
    await visit(here);
    await page.getByRole("button", { name: "Connect Google Calendar" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect Google Calendar" });
    await expect(dialog).toContainText("Your calendars, so Mila can add your tasks");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await connect(page);
    await choose(email);
    await expectToast(page, "Google Calendar connected", email);
    await expect(section(page)).toContainText(email);

    await addTask(family, { title: "Call the vet", dueDate: laterThisYear() });
    await visit("/dashboard");
    await pressMore(card(page, "Call the vet"), "Add to calendar");
    await expectToast(page, "On its way to your calendar");
    await expect.poll(() => eventTitles(google, email)).toEqual(["Call the vet"]);

    await visit(here);
    const autoSave = page.getByRole("switch", { name: "Auto save to calendar" });
    await autoSave.check();
    if (!javaScriptEnabled)
      await section(page).getByRole("button", { name: "Save", exact: true }).click();
    await expectToast(page, "Settings updated");
    await expect(autoSave).toBeChecked();
    if (javaScriptEnabled) await expect(autoSave).toBeFocused();
    await visit("/dashboard");
    await say(page, "Call grandma on January 5 2041 at 3pm");
    await expect.poll(() => eventTitles(google, email)).toHaveLength(2);

    await visit(here);
    await section(page).getByText("Disconnect", { exact: true }).first().click();
    await section(page).getByRole("button", { name: "Disconnect" }).click();
    await expectToast(page, "Google Calendar disconnected");
    await expect(page.getByRole("button", { name: "Connect Google Calendar" })).toBeVisible();
    expect(eventTitles(google, email)).toHaveLength(2);
  },
);

test("a missing calendar or a revoked grant is reported and can be repaired", async ({
  signedIn: page,
  visit,
  family,
  google,
  choose,
}, { project }) => {
  const email = `mended-${project.name}@example.com`;
  const calendarId = "family@group.calendar.google.com";
  google.addCalendar(email, calendarId, { name: "Family" });
  await visit(here);
  await connect(page);
  await choose(email);
  await section(page).getByRole("link", { name: "Choose another calendar" }).click();
  await page.getByLabel("Which calendar?").selectOption("Family");
  await section(page).getByRole("button", { name: "Save", exact: true }).first().click();
  await expectToast(page, "Settings updated");
  await expect(section(page).getByRole("definition").nth(1)).toHaveText("Family");

  google.removeCalendar(email, calendarId);
  const id = await addTask(family, { title: "Call the vet", dueDate: laterThisYear() });
  await family.post(`/tasks/${id}/calendar`);
  await expectEventually(page, visit, "The calendar “Family” no longer exists.");
  await visit("/dashboard");
  await expect(page.getByText("The calendar for your tasks no longer exists.")).toBeVisible();
  await page.getByRole("link", { name: "How to fix it" }).last().click();
  await page.getByLabel("Which calendar?").selectOption(email);
  await section(page).getByRole("button", { name: "Save", exact: true }).first().click();
  await expect.poll(() => eventTitles(google, email)).toEqual(["Call the vet"]);

  google.withdraw(google.person(email).sub);
  await family.post(`/tasks/${id}/complete`);
  await expectEventually(page, visit, "Mila can no longer access your Google Calendar.");
  await connect(page, "Reconnect");
  await choose(email);
  await expectToast(page, "Google Calendar connected");
  await expect.poll(() => eventTitles(google, email)).toEqual(["✓ Call the vet"]);
});

async function expectEventually(page: Page, visit: (path: string) => Promise<void>, words: string) {
  await expect(async () => {
    await visit(here);
    await expect(page.getByText(words)).toBeVisible({ timeout: 500 });
  }).toPass();
}
