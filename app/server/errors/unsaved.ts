import type { AppLoadContext } from "@remix-run/node";
import { type UnsavedForm, unsavedForm } from "#app/domain/tasks/offline/limits.ts";

const reasons: [code: RegExp, why: string][] = [
  [/^(SQLITE_FULL|ENOSPC)$/, "Mila's disk is full, so her owner needs to make room."],
  [/^SQLITE_(IOERR|READONLY|CANTOPEN)/, "Mila can't write to her disk, so her owner needs to look at it."],
  [/^SQLITE_(BUSY|LOCKED)/, "Another program is using Mila's database."],
];

interface Unsaved {
  /** In words, where the database cannot be written now. */
  why?: string;
  /** For the error page. A page's own script has kept what it sent. */
  unsaved?: UnsavedForm & { typed: readonly string[] };
}

export async function describeUnsaved(error: Error, { sentForm, asksForData }: AppLoadContext): Promise<Unsaved> {
  const code = "code" in error ? String(error.code) : "";
  const why = reasons.find(([pattern]) => pattern.test(code))?.[1];
  const form = sentForm && !asksForData ? await sentForm.request.formData().catch(() => null) : null;
  const unsaved = sentForm && form && unsavedForm(sentForm.request.url, form);
  return { ...(why && { why }), ...(unsaved && { unsaved: { ...unsaved, typed: sentForm.typed } }) };
}
