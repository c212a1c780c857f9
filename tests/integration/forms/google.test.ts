import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { withoutTable } from "../../support/records/without-table.ts";
import { addTask } from "../../support/records/add-task.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { browserOf, newNora, soon } from "./forms-mila.ts";
import { laterThisYear } from "../../support/text/days.ts";

let google: FakeGoogle;
let mila: MilaWithDatabase;

beforeAll(async () => {
  google = await startFakeGoogle();
  mila = await startMilaWithDatabase(google.settings);
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await google[Symbol.asyncDispose]();
});

/** Follows a link to Google. */
async function toGoogle(browser: FormBrowser, path = "/auth"): Promise<void> {
  browser.allowOrigin(google.origin);
  await browser.visit(path);
  await browser.press("Continue with Google");
  expect(browser.heading).toBe("Choose an account");
}

async function choose(browser: FormBrowser, email: string): Promise<void> {
  browser.fill("Email", email);
  await browser.press("Continue");
}

test("Google returns to the page that required signing in", async () => {
  const stranger = new FormBrowser(mila.url);
  await toGoogle(stranger, "/family?filter=kids");
  await choose(stranger, "returning@example.com");
  expect(stranger.url).toBe("/family?filter=kids");
});

test("a user who cancels at Google is told, and can sign in by password", async () => {
  const stranger = new FormBrowser(mila.url);
  await toGoogle(stranger);
  await stranger.press("Cancel");
  expect(stranger.url).toBe("/auth");
  expect(stranger.alert).toContain("Error You didn't finish signing in with Google.");
  expect(stranger.fields()).toContain("Password");
});

test("a sign-in that breaks on the way back is a toast on the sign-in page", async () => {
  const stranger = new FormBrowser(mila.url);
  await toGoogle(stranger, "/family?filter=kids");
  await withoutTable(mila, "google_accounts", () => choose(stranger, "broken@example.com"));
  expect(stranger.url).toBe("/auth?redirectTo=%2Ffamily%3Ffilter%3Dkids");
  expect(stranger.alert).toContain("Error Something went wrong here.");
  expect(stranger.fields()).toContain("Password");
});

test("a calendar that breaks on the way back is a toast on its page", async () => {
  const { nora } = await newNora(mila);
  nora.allowOrigin(google.origin);
  await nora.visit("/preferences/calendar");
  await nora.press("Connect Google Calendar");
  await nora.popover("Connect Google Calendar").press("Continue to Google");
  await withoutTable(mila, "calendar_entries", () => choose(nora, "calendar@example.com"));
  expect(nora.url).toBe("/preferences/calendar");
  expect(nora.alert).toContain("Not connected Something went wrong here, so nothing was changed.");
});

test("a user with a password types it once, and Google is enough until it is removed", async () => {
  const { family } = await newNora(mila);
  const stranger = new FormBrowser(mila.url);
  await toGoogle(stranger);
  await choose(stranger, family.email);
  expect(stranger.heading).toBe("You already have an account");
  expect(stranger.text).toContain(family.email);
  stranger.fill("Password", "wrong horse 8");
  await stranger.press("Link and log in", { status: 400 });
  expect(stranger.field("Password").description).toContain("Wrong password for this account");
  stranger.fill("Password", "correct horse 7");
  await stranger.press("Link and log in");
  expect(stranger.url).toBe("/dashboard");

  const next = new FormBrowser(mila.url);
  await toGoogle(next);
  await choose(next, family.email);
  expect(next.url).toBe("/dashboard");

  await next.visit("/preferences/account");
  next.region("How you sign in").unfold("Remove");
  await next.region("How you sign in").press("Stop signing in with Google");
  expect(next.toast).toContain("Sign-in removed Your password still works.");
  expect(next.region("How you sign in").text).not.toContain("Google");
  const afterwards = new FormBrowser(mila.url);
  await toGoogle(afterwards);
  await choose(afterwards, family.email);
  expect(afterwards.heading).toBe("You already have an account");
});

const inCalendar = (email: string) =>
  google
    .events(email)
    .filter(({ status }) => status === "confirmed")
    .map(({ summary }) => summary);

test("a missing calendar or a revoked grant is reported and can be repaired", async () => {
  const { nora, family } = await newNora(mila);
  const [email, calendarId] = ["mended@example.com", "family@group.calendar.google.com"];
  google.addCalendar(email, calendarId, { name: "Family" });
  await connect("Connect Google Calendar");
  await section().follow("Choose another calendar");
  await chooseCalendar("Family");
  expect(nora.toast).toContain("Settings updated");
  expect(section().text).toContain("New events go to Family");

  google.removeCalendar(email, calendarId);
  const dueDate = laterThisYear();
  const id = await addTask(family, { title: "Call the vet", dueDate });
  await family.post(`/tasks/${id}/calendar`);
  await expect.poll(calendarPage, soon).toContain("The calendar “Family” no longer exists.");
  await nora.visit("/dashboard");
  await nora.paragraph("The calendar for your tasks no longer exists.").follow("How to fix it");
  await chooseCalendar(`${email} (main)`);
  await expect.poll(() => inCalendar(email), soon).toEqual(["Call the vet"]);

  google.withdraw(google.person(email).sub);
  await family.post(`/tasks/${id}/complete`);
  await expect
    .poll(calendarPage, soon)
    .toContain("Mila can no longer access your Google Calendar.");
  await connect("Reconnect");
  await expect.poll(() => inCalendar(email), soon).toEqual(["✓ Call the vet"]);

  function section() {
    return nora.region("Google Calendar");
  }

  async function chooseCalendar(name: string) {
    nora.choose("Which calendar?", name);
    await nora.formWith("Which calendar?").press("Save");
  }

  async function connect(label: string) {
    nora.allowOrigin(google.origin);
    await nora.visit("/preferences/calendar");
    await nora.press(label);
    await nora.popover(label).press("Continue to Google");
    await choose(nora, email);
    expect(nora.toast).toContain("Google Calendar connected");
  }

  /** Waits for the worker. */
  async function calendarPage() {
    const page = browserOf(mila, family);
    await page.visit("/preferences/calendar");
    return page.text;
  }
});
