import { deleteKeptForm, saveKeptForm, useKeptForm } from "#app/domain/accounts/sessions/kept-form.server.ts";
import { database } from "#db/connection.server.ts";
import { encryptionKey } from "../instance.server.ts";
import { pagePath, readTypedFields } from "../redirect-to.server.ts";
import { isForCopy } from "../shell/copy.server.ts";

/** Encoded: the longest description takes nine times its characters in some scripts. */
const maxLength = 100_000;

/** Keeps a user's latest form, which was posted without a session. */
export async function keepForm(userId: string, request: Request, keepFields: readonly string[]): Promise<void> {
  if (request.method !== "POST") return;
  const fields = await readTypedFields(request, keepFields);
  if (fields.size === 0 || String(fields).length > maxLength) return;
  await saveKeptForm(database(), userId, { path: pagePath(request.url), fields }, encryptionKey);
}

/** The fields to show again. They are gone a minute later. */
export async function giveBackForm(userId: string, request: Request): Promise<URLSearchParams | undefined> {
  if (request.method !== "GET" || isForCopy(request)) return undefined;
  return useKeptForm(database(), userId, pagePath(request.url), encryptionKey);
}

/** The user has sent the page's form since. */
export async function forgetForm(userId: string, request: Request): Promise<void> {
  if (request.method === "POST") await deleteKeptForm(database(), userId, pagePath(request.url));
}
