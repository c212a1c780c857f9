import { test as base } from "@playwright/test";
import { type FakeGoogle, startFakeGoogle } from "../fakes/google.ts";
import { type FakeOpenai, startFakeOpenai } from "../fakes/openai.ts";
import { type FakeTwilio, startFakeTwilio } from "../fakes/twilio.ts";
import { type Mila, startMila } from "./mila.ts";

export const timeZone = "America/New_York";

interface Milas {
  plainMila: Mila;
  /** With Google and Twilio. */
  connectedMila: Mila;
  google: FakeGoogle;
  /** It reports only what a test has it report. */
  twilio: FakeTwilio;
  /** With email that goes nowhere: what is sent waits in the database. */
  emailMila: Mila;
  modelMila: Mila;
  openai: FakeOpenai;
}

/**
 * The Milas that the tests of one worker share, each started for the first test that takes it. They stand together because
 * Playwright starts further workers for files that declare worker fixtures of their own.
 */
export const test = base.extend<object, Milas>({
  // oxlint-disable-next-line no-empty-pattern
  plainMila: [({}, use) => withMila({}, use), { scope: "worker" }],
  connectedMila: [
    ({ google, twilio }, use) => withMila({ ...google.settings, ...twilio.settings }, use),
    { scope: "worker" },
  ],
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
  emailMila: [
    // oxlint-disable-next-line no-empty-pattern
    ({}, use) => withMila({ EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" }, use),
    { scope: "worker" },
  ],
  modelMila: [
    ({ openai }, use) => withMila({ OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl }, use),
    { scope: "worker" },
  ],
  openai: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using openai = await startFakeOpenai();
      await use(openai);
    },
    { scope: "worker" },
  ],
});

async function withMila(settings: Record<string, string>, use: (mila: Mila) => Promise<void>): Promise<void> {
  await using mila = await startMila({ MILA_TIME_ZONE: timeZone, ...settings });
  await use(mila);
}
