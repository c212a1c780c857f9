import { type FakeGoogle, startFakeGoogle } from "../fakes/google.ts";
import { type FakeTwilio, startFakeTwilio } from "../fakes/twilio.ts";
import { test as base, timeZone } from "./browser.ts";
import { type Mila, startMila } from "./mila.ts";

interface Fixtures {
  /** On Google's page: says who it is, and whether the calendar is allowed. */
  choose: (email: string, calendar?: boolean) => Promise<void>;
}

interface WorkerFixtures {
  google: FakeGoogle;
  /** It reports only what a test has it report. */
  twilio: FakeTwilio;
  mila: Mila;
}

/** A Mila with Google and Twilio set up: servers that stand in for them. */
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
