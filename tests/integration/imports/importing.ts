import { expect } from "vitest";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, soon } from "../forms/forms-mila.ts";

export const page = "/preferences/data/import";

export async function upload(
  nora: FormBrowser,
  content: string | Uint8Array<ArrayBuffer>,
  name = "School.csv",
): Promise<void> {
  await nora.visit(page);
  nora.attach("File", name, content);
  await nora.press("Look at the file");
}

/** The message beside the field of the file. */
export function errorOf(nora: FormBrowser): string {
  const [, words = ""] = /<p id="file-error"[^>]*>([^<]*)</.exec(nora.html) ?? [];
  return words.replaceAll("&#x27;", "'");
}

/** Presses "Import 6 tasks", and waits until the worker is done. */
export async function importAll(nora: FormBrowser): Promise<void> {
  await nora.press(/^Import \d/);
  await until(nora, "Imported");
}

export async function undoIt(nora: FormBrowser): Promise<void> {
  await nora.press("Undo this import");
  await until(nora, "Import taken back");
}

async function until(nora: FormBrowser, heading: string): Promise<void> {
  await expect
    .poll(async () => {
      await nora.reload();
      return nora.heading;
    }, soon)
    .toBe(heading);
}

export async function householdOf(mila: FormsMila, { email }: { email: string }): Promise<string> {
  const { household_id } = await mila.db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select("household_id")
    .where("users.email", "=", email)
    .executeTakeFirstOrThrow();
  return household_id;
}

/** The household's tasks as a family sees them, by their titles. */
export const tasksOf = (mila: FormsMila, householdId: string) =>
  mila.db
    .selectFrom("tasks")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .orderBy("title")
    .execute();

export const titlesOf = async (mila: FormsMila, householdId: string): Promise<string[]> =>
  (await tasksOf(mila, householdId)).map(({ title }) => title);
