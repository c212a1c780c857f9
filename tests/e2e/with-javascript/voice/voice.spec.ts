import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";
import { simulateSpeech, fakeSpeech } from "../../../support/browser/speech.ts";
import {
  confirmDialog,
  expectStopped,
  microphone,
  openListening,
  spokenRequest,
} from "../../../support/browser/voice.ts";

test("speech shows while it is heard, then is confirmed and saved", async ({
  page,
  signIn,
  visit,
}) => {
  await openListening(page, signIn, visit);
  await expect(page.getByText("Listening…")).toBeVisible();
  expect(await page.evaluate(() => window.fakeSpeech.listening())).toEqual([
    { lang: "en-US", interimResults: true },
  ]);
  await simulateSpeech(page, { words: "call grandma" });
  await expect(page.getByText("call grandma", { exact: true })).toBeVisible();
  await simulateSpeech(page, { words: spokenRequest, isFinal: true });

  await expect(confirmDialog(page)).toContainText(spokenRequest);
  await expect(confirmDialog(page).getByLabel("Title")).toHaveValue("Call grandma");
  await confirmDialog(page).getByRole("button", { name: "Save task" }).click();
  await expectToast(page, "Task saved!");
  await expect(card(page, "Call grandma")).toContainText("Jan 5, 2031, 3:00 PM");
  await expect(page.getByText("Listening…")).toHaveCount(0);
});

test("the understood request is read aloud once, and only while the dialog is open", async ({
  page,
  signIn,
  visit,
}) => {
  await openListening(page, signIn, visit);
  await simulateSpeech(page, { words: spokenRequest, isFinal: true });
  await expect(confirmDialog(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => window.fakeSpeech.spoken))
    .toEqual([
      {
        text: "Call grandma, Sunday, January 5 at 3:00 PM, for Elders. Is this right?",
        lang: "en-US",
        pitch: 0.95,
        rate: 0.9,
        volume: 0.9,
      },
    ]);
  const cancelled = () => page.evaluate(() => window.fakeSpeech.cancelled);
  const before = await cancelled();
  await page.keyboard.press("Escape");
  await expect.poll(cancelled).toBeGreaterThan(before);
  await expect(page.getByText("You're all caught up!")).toBeVisible();
  await expect(microphone(page)).toBeFocused();
});

test("reading aloud can be switched off for good", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await simulateSpeech(page, { words: spokenRequest, isFinal: true });
  const reading = page.getByRole("button", { name: "Read aloud" });
  await expect(reading).toHaveAttribute("aria-pressed", "true");
  await reading.click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");

  await visit("/dashboard");
  await microphone(page).click();
  await simulateSpeech(page, { words: spokenRequest, isFinal: true });
  await expect(reading).toHaveAttribute("aria-pressed", "false");
  expect(await page.evaluate(() => window.fakeSpeech.spoken)).toEqual([]);
  await reading.click();
  await expect.poll(() => page.evaluate(() => window.fakeSpeech.spoken.length)).toBe(1);
});

test("a typed request is not read aloud", async ({ page, signIn, visit }) => {
  await fakeSpeech(page);
  await signIn();
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill(spokenRequest);
  await page.getByRole("button", { name: "Review before adding" }).click();
  await expect(confirmDialog(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Read aloud" })).toHaveCount(0);
  expect(await page.evaluate(() => window.fakeSpeech.spoken)).toEqual([]);
});

test("a second press submits what was heard so far", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await simulateSpeech(page, { words: "order groceries" });
  await microphone(page).click();
  await expect(confirmDialog(page).getByLabel("Title")).toHaveValue("Order groceries");
});

test("a second press before any word only stops listening", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await expect(microphone(page)).toHaveAttribute("aria-pressed", "true");
  await microphone(page).click();
  await expectStopped(page);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
});

for (const [how, stop] of Object.entries<(page: Page) => Promise<unknown>>({
  Esc: (page) => page.keyboard.press("Escape"),
  Cancel: (page) => page.getByRole("button", { name: "Cancel" }).click(),
})) {
  test(`${how} stops listening and discards what was heard`, async ({ page, signIn, visit }) => {
    await openListening(page, signIn, visit);
    await simulateSpeech(page, { words: "order groceries" });
    await stop(page);
    await expectStopped(page);
    await expect(page.getByText("order groceries")).toHaveCount(0);
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  });
}
