import { type FakeGoogle, startFakeGoogle } from "../fakes/google.ts";
import { test as base, timeZone } from "./browser.ts";
import { type Mila, startMila } from "./mila.ts";

export { expect } from "./browser.ts";

/** Where Google is set up: a server that stands in for it. */
export const test = base.extend<
  { choose: (email: string, calendar?: boolean) => Promise<void> },
  { google: FakeGoogle; mila: Mila }
>({
  google: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using google = await startFakeGoogle();
      await use(google);
    },
    { scope: "worker" },
  ],
  mila: [
    async ({ google }, use) => {
      await using mila = await startMila({ MILA_TIME_ZONE: timeZone, ...google.settings });
      await use(mila);
    },
    { scope: "worker" },
  ],
  /** On Google's page: says who it is, and whether the calendar is allowed. */
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
