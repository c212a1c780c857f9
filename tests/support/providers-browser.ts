import { type FakeGoogle, startFakeGoogle } from "../fakes/google.ts";
import { type FakeTwilio, startFakeTwilio } from "../fakes/twilio.ts";
import { test as base, timeZone } from "./browser.ts";
import { type Mila, startMila } from "./mila.ts";

interface Fixtures {
  /** Signs in on Google's page, with or without the calendar. */
  choose: (email: string, calendar?: boolean) => Promise<void>;
}

interface WorkerFixtures {
  google: FakeGoogle;
  /** It sends only the reports that a test requests. */
  twilio: FakeTwilio;
  mila: Mila;
}

/** A Mila with fake Google and Twilio. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  google: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using google = await startFakeGoogle();
      await use(google);
    },
    { scope: "worker" },
  ],
  twilio: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using twilio = await startFakeTwilio({ isReporting: false });
      await use(twilio);
    },
    { scope: "worker" },
  ],
  mila: [
    async ({ google, twilio }, use) => {
      await using mila = await startMila({ MILA_TIME_ZONE: timeZone, ...google.settings, ...twilio.settings });
      await use(mila);
    },
    { scope: "worker" },
  ],
  choose: async ({ page, google, problems }, use) => {
    problems.expectOrigin(google.origin);
    await use(async (email, calendar = true) => {
      await page.getByRole("heading", { name: "Choose an account" }).waitFor();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Allow the calendar").setChecked(calendar);
      await page.getByRole("button", { name: "Continue" }).click();
    });
  },
});
