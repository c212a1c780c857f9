import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { newSam } from "../../support/people/second-parent.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { between } from "../../support/records/google-in-week.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { browserOf, newNora, soon } from "./forms-mila.ts";

const page = "/preferences/calendar";
const legend = "Show my Google calendar in the family's week";
const week = "/week?from=2027-06-16";
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

/** Nora, whose Google calendar with a visit to a doctor is connected, and Sam, who lives with her. */
async function newParents(email: string) {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });
  const sam = browserOf(mila, await newSam(mila, family));
  nora.allowOrigin(google.origin);
  await nora.visit(page);
  await nora.press("Connect Google Calendar");
  expect(nora.popover("Connect Google Calendar").text).toContain(
    "looks at the rest only if you choose to show them in your family's week",
  );
  await nora.popover("Connect Google Calendar").press("Continue to Google");
  nora.fill("Email", email);
  await nora.press("Continue");
  expect(nora.toast).toContain("Google Calendar connected");
  google.addEvent(email, {
    summary: "Dr. Stone",
    ...between("2027-06-16T15:00", "2027-06-16T16:00"),
  });
  return { nora, sam };
}

async function choose(nora: FormBrowser, choice: RegExp) {
  await nora.visit(page);
  nora.group(legend).check(choice);
  await nora.press("Save choice");
  expect(nora.toast).toContain("Settings updated");
}

/** Waits for the worker. */
function weekOf(browser: FormBrowser) {
  return expect.poll(async () => {
    await browser.visit(week);
    return browser.text;
  }, soon);
}

test("a connected calendar is in the family's week as its owner chooses, and nobody else can choose", async () => {
  const email = "shown@example.com";
  const { nora, sam } = await newParents(email);
  expect(nora.group(legend).field(/^Off/).isChecked).toBe(true);
  expect(nora.region("Google Calendar").text).toContain("Everyone in your household sees it");
  await sam.visit(page);
  expect(sam.text).not.toContain(legend);
  expect(google.requests.filter(({ path }) => path.includes("singleEvents"))).toEqual([]);

  await choose(nora, /^Only when I'm busy/);
  await weekOf(sam).toMatch(/Wednesday Jun 16 3:00 PM Busy Nora's calendar/);
  expect(sam.text).not.toContain("Dr. Stone");

  await choose(nora, /^With titles/);
  await weekOf(sam).toMatch(/Wednesday Jun 16 3:00 PM Dr. Stone Nora's calendar/);
  await nora.visit(page);
  expect(nora.text).toContain("Last read ");
  expect(nora.group(legend).field(/^With titles/).isChecked).toBe(true);

  await sam.visit("/preferences/calendar/shown");
  expect(sam.headings(2)).toContain("Nora's calendar");
  expect(sam.buttons()).not.toContain("Remove Nora's calendar");

  await choose(nora, /^Off/);
  await sam.visit(week);
  expect(sam.text).not.toContain("Dr. Stone");
  expect(await mila.db.selectFrom("shown_events").select("id").execute()).toEqual([]);
});

test("disconnecting takes the calendar out of the week, and its owner can remove it there too", async () => {
  const { nora, sam } = await newParents("ended@example.com");
  await choose(nora, /^With titles/);
  await weekOf(sam).toContain("Dr. Stone");
  await nora.visit("/preferences/calendar/shown");
  nora.unfold("Remove");
  await nora.press("Remove Nora's calendar");
  expect(nora.toast).toContain("Nora's calendar removed");
  await sam.visit(week);
  expect(sam.text).not.toContain("Dr. Stone");

  await choose(nora, /^With titles/);
  await weekOf(sam).toContain("Dr. Stone");
  await nora.visit(page);
  const section = nora.region("Google Calendar");
  section.unfold("Disconnect");
  await section.press("Disconnect");
  expect(nora.toast).toContain("Google Calendar disconnected");
  expect(nora.text).not.toContain(legend);
  await sam.visit(week);
  expect(sam.text).not.toContain("Dr. Stone");
});

test("a calendar that Google no longer shows leaves the week, and its owner reads why", async () => {
  const email = "withdrawn@example.com";
  const { nora, sam } = await newParents(email);
  await choose(nora, /^With titles/);
  await weekOf(sam).toContain("Dr. Stone");
  google.withdraw(google.person(email).sub);
  google.expireAccess();
  await sam.visit("/preferences/calendar/shown");
  await sam.press("Read now: Nora's calendar");
  await weekOf(sam).not.toContain("Dr. Stone");
  await nora.visit(page);
  expect(nora.text).toContain("Mila can no longer access your Google Calendar.");
  expect(nora.text).toContain("The family's week doesn't show it any more.");
  expect(nora.text).not.toContain(legend);
});

test("while Google fails, the last state stays, and the page says since when", async () => {
  const email = "failing@example.com";
  const { nora, sam } = await newParents(email);
  await choose(nora, /^With titles/);
  await weekOf(sam).toContain("Dr. Stone");
  google.behave({ type: "failing", on: "asking", to: email, status: 500 });
  await nora.visit("/preferences/calendar/shown");
  await nora.press("Read now: Nora's calendar");
  await expect
    .poll(async () => {
      await nora.visit(page);
      return nora.text;
    }, soon)
    .toMatch(/I haven't been able to read it since .*: Google isn't responding\./);
  google.behave();
  await sam.visit(week);
  expect(sam.text).toContain("Dr. Stone");
});

test("an account without a connected calendar can't show one", async () => {
  const { family } = await newNora(mila);
  const answer = await family.follow(
    await family.post("/preferences/calendar/google-in-week", { show: "titles" }),
  );
  expect(await answer.text()).toContain("Please connect Google Calendar first.");
  const odd = await family.post("/preferences/calendar/google-in-week", { show: "everything" });
  expect(odd.status).toBe(400);
});
