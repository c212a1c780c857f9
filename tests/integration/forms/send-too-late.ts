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

/** Fills in the form of a task, and sends it after the session ended. */
export async function editTooLate(mila: FormsMila) {
  const family = await signedInFamily(mila);
  const id = await addTask(family, { title: "Birthday cake" });
  const page = `/tasks/${id}/edit`;
  const nora = new FormBrowser(mila.url);
  await nora.visit(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  await logIn(nora, family.email);
  nora.fill("Title", "Chocolate cake");
  nora.fill("Description", "For twelve");
  await nora.post("/sign-out");
  await nora.press("Save Changes");
  expect(nora.url).toBe(`/auth?${new URLSearchParams({ redirectTo: page })}`);
  expect(nora.text).toContain(notice);
  return { nora, family, page };
}
