import type { Page } from "@playwright/test";
import { violations } from "../../support/axe.ts";
import { expect, test } from "../../support/browser.ts";
import { card, expectToast } from "../../support/on-screen.ts";
import { hear, standInForSpeech } from "../../support/speech.ts";

const spoken = "call grandma on January 5 2031 at 3pm";
const microphone = (page: Page) => page.getByRole("button", { name: "Voice input" });
const confirm = (page: Page) => page.getByRole("dialog", { name: "Is this right?" });

test("what is spoken is shown while it is heard, confirmed and saved", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await expect(page.getByText("Listening…")).toBeVisible();
  expect(await page.evaluate(() => window.speechStandIn.listening())).toEqual([
    { lang: "en-US", interimResults: true },
  ]);
  await hear(page, { words: "call grandma" });
  await expect(page.getByText("call grandma", { exact: true })).toBeVisible();
  await hear(page, { words: spoken, isFinal: true });

  await expect(confirm(page)).toContainText(spoken);
  await expect(confirm(page).getByLabel("Title")).toHaveValue("Call grandma");
  await confirm(page).getByRole("button", { name: "Save task" }).click();
  await expectToast(page, "Task saved!");
  await expect(card(page, "Call grandma")).toContainText("Jan 5, 3:00 PM");
  await expect(page.getByText("Listening…")).toHaveCount(0);
});

test("what was understood is read out once, and no longer than the dialog is open", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await hear(page, { words: spoken, isFinal: true });
  await expect(confirm(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => window.speechStandIn.spoken))
    .toEqual([
      {
        text: "Call grandma, Sunday, January 5 at 3:00 PM, for Elders. Is this right?",
        lang: "en-US",
        pitch: 0.95,
        rate: 0.9,
        volume: 0.9,
      },
    ]);
  const cancelled = () => page.evaluate(() => window.speechStandIn.cancelled);
  const before = await cancelled();
  await page.keyboard.press("Escape");
  await expect.poll(cancelled).toBeGreaterThan(before);
  await expect(page.getByText("You're all caught up!")).toBeVisible();
  await expect(microphone(page)).toBeFocused();
});

test("reading aloud can be switched off for good", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await hear(page, { words: spoken, isFinal: true });
  const reading = page.getByRole("button", { name: "Read aloud" });
  await expect(reading).toHaveAttribute("aria-pressed", "true");
  await reading.click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");

  await visit("/dashboard");
  await microphone(page).click();
  await hear(page, { words: spoken, isFinal: true });
  await expect(reading).toHaveAttribute("aria-pressed", "false");
  expect(await page.evaluate(() => window.speechStandIn.spoken)).toEqual([]);
  await reading.click();
  await expect.poll(() => page.evaluate(() => window.speechStandIn.spoken.length)).toBe(1);
});

test("what was typed is not read out", async ({ page, signIn, visit }) => {
  await standInForSpeech(page);
  await signIn();
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill(spoken);
  await page.getByRole("button", { name: "Look before adding" }).click();
  await expect(confirm(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Read aloud" })).toHaveCount(0);
  expect(await page.evaluate(() => window.speechStandIn.spoken)).toEqual([]);
});

test("a second press takes what was heard so far", async ({ page, signIn, visit }) => {
  await openListening(page, signIn, visit);
  await hear(page, { words: "order groceries" });
  await microphone(page).click();
  await expect(confirm(page).getByLabel("Title")).toHaveValue("Order groceries");
});

test("a second press before a word was heard just stops", async ({ page, signIn, visit }) => {
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
  test(`${how} stops listening and forgets what was heard`, async ({ page, signIn, visit }) => {
    await openListening(page, signIn, visit);
    await hear(page, { words: "order groceries" });
    await stop(page);
    await expectStopped(page);
    await expect(page.getByText("order groceries")).toHaveCount(0);
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  });
}

for (const [what, heard, title, message] of [
  ["nothing", {}, "Oops!", "I couldn't quite catch that. Mind saying it again?"],
  ["no speech", { error: "no-speech" }, "Oops!", "I couldn't quite catch that. Mind saying it again?"],
  ["a broken line", { error: "network" }, "Oops!", "I couldn't quite catch that. Mind saying it again?"],
  ["no microphone allowed", { error: "not-allowed" }, "I can't hear you yet", "Please allow the microphone"],
  [
    "no service",
    { error: "service-not-allowed" },
    "Not supported",
    "Speech recognition is not supported in your browser.",
  ],
] as const) {
  test(`${what} is told kindly, and it can be tried again`, async ({ page, signIn, visit }) => {
    await openListening(page, signIn, visit);
    await hear(page, heard);
    await expectToast(page, title, message);
    await expectStopped(page);
    await microphone(page).click();
    await expect(page.getByText(message)).toHaveCount(0);
    await hear(page, { words: "order groceries", isFinal: true });
    await expect(confirm(page)).toBeVisible();
  });
}

test("a browser that has it but does not let it begin", async ({ page, signIn, visit }) => {
  await standInForSpeech(page, { thrown: "NotSupportedError" });
  await signIn();
  await visit("/dashboard");
  await microphone(page).click();
  await expectToast(page, "Not supported", "Speech recognition is not supported in your browser.");
  await expectStopped(page);
});

test("a browser that never ends listening is stopped after a silence", async ({ page, signIn, visit }) => {
  await page.clock.install();
  await openListening(page, signIn, visit);
  await hear(page, { words: "order groceries" });
  await page.clock.fastForward(8_000);
  await expect(confirm(page)).toBeVisible();
});

test("there is no microphone where the browser cannot listen", async ({ page, signIn, visit }) => {
  await page.addInitScript(() =>
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  );
  await signIn();
  await visit("/dashboard");
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(microphone(page)).toHaveCount(0);
});

test("what listens is loaded with the first press", async ({ page, signIn, visit }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await standInForSpeech(page);
  await signIn();
  await visit("/dashboard");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => url.includes("listening"))).toEqual([]);
  await microphone(page).click();
  await expect.poll(() => loaded.filter((url) => url.includes("listening"))).toHaveLength(1);
});

for (const [when, heard, shows] of [
  ["while it listens", { words: "call grandma" }, "call grandma"],
  ["when it could not hear", { error: "no-speech" }, "Oops!"],
  ["where it reads aloud", { words: spoken, isFinal: true }, "Read aloud"],
] as const) {
  test(`axe finds nothing ${when}`, async ({ page, signIn, visit }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    // axe takes longer than the silence after which it would stop.
    await openListening(page, signIn, visit, { isDeaf: true });
    await expect(page.locator(".listening-dot")).toHaveCSS("animation-name", "none");
    await hear(page, heard);
    await expect(page.getByText(shows)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

async function openListening(
  page: Page,
  signIn: () => Promise<void>,
  visit: (path: string) => Promise<void>,
  odd?: { isDeaf: boolean },
) {
  await standInForSpeech(page, odd);
  await signIn();
  await visit("/dashboard");
  await microphone(page).click();
  await page.waitForFunction(() => window.speechStandIn.listening().length > 0);
}

async function expectStopped(page: Page): Promise<void> {
  await expect(microphone(page)).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("Listening…")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
