import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test as base } from "@playwright/test";
import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { type FakeOpenai, startFakeOpenai } from "../../fakes/openai.ts";
import { type FakePush, startFakePush } from "../../fakes/push.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { clockSettings, ownClockSeconds, setClock } from "../runner/clock/clock-settings.ts";
import { timeZone } from "../text/days.ts";
import { signedInFamily } from "../people/signed-in-family.ts";
import { forwarding } from "./forwarding.ts";
import { type Mila, startMila } from "./mila.ts";
import { ownStore } from "./own-store.ts";

export { timeZone };

interface Milas {
  plainMila: Mila;
  connectedMila: Mila;
  google: FakeGoogle;
  /** Sends only the reports that a test triggers. */
  twilio: FakeTwilio;
  push: FakePush;
  /** A Mila whose mail server is dead, so that emails stay in the database. */
  emailMila: Mila;
  modelMila: Mila;
  /** Its clock began at `pictureTime`. Null without Debian's faketime. */
  pictureMila: Mila | null;
  openai: FakeOpenai;
}

/** A Thursday, 9:30 in New York. */
export const pictureTime = "2026-11-26T14:30:00.000Z";

/** With much other work, a start takes longer than a test may. */
const startTimeoutMs = 120_000;

/**
 * Each instance starts with the first test that uses it. All are declared here because Playwright
 * starts extra workers for files that declare worker fixtures.
 */
export const test = base.extend<object, Milas>({
  // oxlint-disable-next-line no-empty-pattern
  plainMila: [({}, use) => withMila(forwarding, use), { scope: "worker", timeout: startTimeoutMs }],
  connectedMila: [
    async ({ google, twilio, push }, use) => {
      // Many tests text the same few numbers.
      const noLimit = { FIRST_MESSAGES_A_DAY_TO_ONE: "1000" };
      await withMila(
        { ...google.settings, ...twilio.settings, ...push.settings, ...noLimit },
        async (mila) => {
          await waitForWorker(mila);
          await use(mila);
        },
      );
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  google: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using google = await startFakeGoogle();
      await use(google);
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  twilio: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using twilio = await startFakeTwilio({ isReporting: false });
      await use(twilio);
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  push: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using push = await startFakePush();
      await use(push);
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  emailMila: [
    // oxlint-disable-next-line no-empty-pattern
    ({}, use) =>
      withMila({ EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" }, use),
    { scope: "worker", timeout: startTimeoutMs },
  ],
  modelMila: [
    ({ openai }, use) =>
      withMila({ OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl }, use),
    { scope: "worker", timeout: startTimeoutMs },
  ],
  pictureMila: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "mila-clock-"));
      const file = join(folder, "clock");
      const settings = clockSettings(file);
      if (!settings) return use(null);
      setClock(file, Math.round((Date.parse(pictureTime) - Date.now()) / 1_000) + ownClockSeconds);
      await withMila(settings, use);
      rmSync(folder, { recursive: true });
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  openai: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using openai = await startFakeOpenai();
      await use(openai);
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
});

async function withMila(
  settings: Record<string, string>,
  use: (mila: Mila) => Promise<void>,
): Promise<void> {
  await using store = await ownStore();
  await using mila = await startMila({
    MILA_TIME_ZONE: timeZone,
    ...store.settings,
    ...settings,
  });
  store.noteIn(mila.dataFolder);
  // Before the first account, /auth opens as sign-up.
  await signedInFamily(mila);
  await use(mila);
}

/**
 * The worker starts after the server, and on a busy machine a page no longer waits for its first
 * message.
 */
async function waitForWorker({ output }: Mila): Promise<void> {
  while (!output().includes("worker ready")) await sleep(100);
}
