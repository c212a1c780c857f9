import { FormBrowser } from "../../support/form-browser.ts";
import { type RunningMila, sharedMila } from "../../support/shared-mila.ts";
import { signedInFamily } from "../../support/signed-in-family.ts";
import type { Visitor } from "../../support/visitor.ts";

export type FormsMila = RunningMila;
/** Does by plain requests what a test does not want to click through. */
export type Family = Visitor & { email: string };

/** The running product that a file's tests share. */
export const formsMila = (): Promise<FormsMila> => sharedMila();

/** For `expect.poll`, where the worker does something in its own time. */
export const soon = { timeout: 15_000 };

/** Nora's browser, and her family. */
export async function newNora(mila: FormsMila): Promise<{ nora: FormBrowser; family: Family }> {
  const family = await signedInFamily(mila);
  return { nora: browserOf(mila, family), family };
}

/** Another browser that the same person is signed in with. */
export function browserOf(mila: FormsMila, person: Visitor): FormBrowser {
  return new FormBrowser(mila.url, { cookie: `mila_session=${person.cookie("mila_session")}` });
}

/** On the dashboard, whatever is typed into Mila's input. */
export async function say(nora: FormBrowser, text: string): Promise<void> {
  await nora.visit("/dashboard");
  nora.fill("What do you need?", text);
  await nora.press("Send");
}
