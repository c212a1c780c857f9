import { type FakeTwilio, startFakeTwilio } from "../fakes/twilio.ts";
import { test as base, timeZone } from "./browser.ts";
import { type Mila, startMila } from "./mila.ts";

/** A Mila that sends texts, by a Twilio that reports only what a test has it report. */
export const test = base.extend<object, { mila: Mila; twilio: FakeTwilio }>({
  twilio: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using twilio = await startFakeTwilio({ isReporting: false });
      await use(twilio);
    },
    { scope: "worker" },
  ],
  mila: [
    async ({ twilio }, use) => {
      await using mila = await startMila({ MILA_TIME_ZONE: timeZone, ...twilio.settings });
      await use(mila);
    },
    { scope: "worker" },
  ],
});
