import { expect } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type RunningMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import type { Visitor } from "../../support/product/visitor.ts";

export type FormsMila = RunningMila;
export type Family = Visitor & { email: string };

export const formsMila = (): Promise<FormsMila> => sharedMila();

/** For `expect.poll`, while the worker works. */
export const soon = { timeout: 15_000 };

export async function newNora(mila: FormsMila): Promise<{ nora: FormBrowser; family: Family }> {
  const family = await signedInFamily(mila);
  return { nora: browserOf(mila, family), family };
}

/** Another signed-in browser of the same user. */
export function browserOf(mila: { url: string }, person: Visitor): FormBrowser {
  return new FormBrowser(mila.url, { cookie: `mila_session=${person.cookie("mila_session")}` });
}

export async function say(nora: FormBrowser, text: string): Promise<void> {
  await nora.visit("/dashboard");
  nora.fill("What do you need?", text);
  await nora.press("Send");
}

export async function confirmIdentity(nora: FormBrowser): Promise<void> {
  expect(nora.heading).toBe("Confirm it's you");
  expect(nora.url).toMatch(/^\/auth\/confirm\?redirectTo=[\w%-]+$/);
  expect(decodeURIComponent(nora.url)).not.toMatch(/.\?.*\?/);
  nora.fill("Your password", "correct horse 7");
  await nora.press("Confirm");
  expect(nora.toast).toContain("Thanks, it's you");
}
