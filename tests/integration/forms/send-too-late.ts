import { expect } from "vitest";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import type { FormsMila } from "./forms-mila.ts";

export const notice = "Your session ended before this was saved.";

export async function logIn(browser: FormBrowser, email: string): Promise<void> {
  browser.fill("Email", email);
  browser.fill("Password", "correct horse 7");
  await browser.press("Log In");
}

/** A new user who opens the page without a session, and logs in. */
export async function newNoraAt(mila: FormsMila, page = "/dashboard") {
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  return { nora, family };
}

/** Fills in a page's form, sends it after the session ended, and signs in again. */
export async function sendTooLate(
  nora: FormBrowser,
  { email }: { email: string },
  form: { page: string; fill: () => void; button: string },
): Promise<void> {
  await nora.visit(form.page);
  form.fill();
  nora.loseSession();
  await nora.press(form.button);
  expect(nora.text).toContain(notice);
  await logIn(nora, email);
  expect(nora.url).toBe(form.page);
  expect(nora.toast).toContain("Not saved yet");
}

/** Fills in the form of a task, and sends it after the session ended. */
export async function editTooLate(mila: FormsMila) {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Birthday cake" });
  const page = `/tasks/${id}/edit`;
  await nora.visit(page);
  nora.fill("Title", "Chocolate cake");
  nora.fill("Description", "For twelve");
  nora.loseSession();
  await nora.press("Save Changes");
  expect(nora.url).toBe(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  expect(nora.text).toContain(notice);
  return { nora, family, page };
}
