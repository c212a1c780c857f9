import { violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { expectToast } from "../../../support/browser/on-screen.ts";
import { simulateSpeech, fakeSpeech } from "../../../support/browser/speech.ts";
import {
  confirmDialog,
  expectStopped,
  microphone,
  openListening,
  spokenRequest,
} from "../../../support/browser/voice.ts";

for (const [what, heard, title, message] of [
  ["silence", {}, "Oops!", "I couldn't quite catch that. Mind saying it again?"],
  [
    "no speech",
    { error: "no-speech" },
    "Oops!",
    "I couldn't quite catch that. Mind saying it again?",
  ],
  [
    "a network error",
    { error: "network" },
    "Oops!",
    "I couldn't quite catch that. Mind saying it again?",
  ],
  [
    "a denied microphone",
    { error: "not-allowed" },
    "I can't hear you yet",
    "Please let this page use your microphone",
  ],
  [
    "a missing service",
    { error: "service-not-allowed" },
    "Not supported",
    "Speech recognition is not supported in your browser.",
  ],
] as const) {
  test(`the page explains ${what}, and the user can try again`, async ({ page, signIn, visit }) => {
    await openListening(page, signIn, visit);
    await simulateSpeech(page, heard);
    await expectToast(page, title, message);
    await expectStopped(page);
    await microphone(page).click();
    await expect(page.getByText(message)).toHaveCount(0);
    await simulateSpeech(page, { words: "order groceries", isFinal: true });
    await expect(confirmDialog(page)).toBeVisible();
  });
}

for (const words of ["tomorrow", "on Monday please", "hey Mila"]) {
  test(`“${words}” alone is nothing to do, so the page asks again`, async ({
    page,
    signIn,
    visit,
  }) => {
    await openListening(page, signIn, visit);
    await simulateSpeech(page, { words, isFinal: true });
    await expectToast(page, "Oops!", "I couldn't quite catch that. Mind saying it again?");
    await expectStopped(page);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByText("You're all caught up!")).toBeVisible();
  });
}

test("a browser that refuses to start listening says so", async ({ page, signIn, visit }) => {
  await fakeSpeech(page, { startError: "NotSupportedError" });
  await signIn();
  await visit("/dashboard");
  await microphone(page).click();
  await expectToast(page, "Not supported", "Speech recognition is not supported in your browser.");
  await expectStopped(page);
});

test("a browser that never stops listening is stopped after a silence", async ({
  page,
  signIn,
  visit,
}) => {
  await page.clock.install();
  await openListening(page, signIn, visit);
  await simulateSpeech(page, { words: "order groceries" });
  await page.clock.fastForward(8_000);
  await expect(confirmDialog(page)).toBeVisible();
});

test("a browser without speech recognition is offered none", async ({ page, signIn, visit }) => {
  await page.addInitScript(() =>
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  );
  await signIn();
  await visit("/dashboard");
  await expect(page.getByRole("button", { name: "Review before adding" })).toBeVisible();
  await expect(microphone(page)).toHaveCount(0);
});

test("a connection that others can read is offered no microphone", async ({
  page,
  signIn,
  visit,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "isSecureContext", { value: false }),
  );
  await signIn();
  await visit("/dashboard");
  await expect(page.getByRole("button", { name: "Review before adding" })).toBeVisible();
  await expect(microphone(page)).toHaveCount(0);
});

test("voice code loads with the first press", async ({ page, signIn, visit }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await fakeSpeech(page);
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
  ["where it reads aloud", { words: spokenRequest, isFinal: true }, "Read aloud"],
] as const) {
  test(`axe finds nothing ${when}`, async ({ page, signIn, visit }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    // axe takes longer than the silence that ends listening.
    await openListening(page, signIn, visit, { neverStops: true });
    await expect(page.locator(".listening-dot")).toHaveCSS("animation-name", "none");
    await simulateSpeech(page, heard);
    await expect(page.getByText(shows)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
