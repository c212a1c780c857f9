import { expect, type Locator, type Page } from "@playwright/test";
import { fakeSpeech } from "./speech.ts";

export const spokenRequest = "call grandma on January 5 2031 at 3pm";

export const microphone = (page: Page): Locator =>
  page.getByRole("button", { name: "Voice input" });

export const confirmDialog = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Is this right?" });

export async function openListening(
  page: Page,
  signIn: () => Promise<void>,
  visit: (path: string) => Promise<void>,
  options?: { neverStops: boolean },
): Promise<void> {
  await fakeSpeech(page, options);
  await signIn();
  await visit("/dashboard");
  await microphone(page).click();
  await page.waitForFunction(() => window.fakeSpeech.listening().length > 0);
}

export async function expectStopped(page: Page): Promise<void> {
  await expect(microphone(page)).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("Listening…")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
