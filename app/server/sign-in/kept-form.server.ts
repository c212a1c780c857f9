import { createHmac } from "node:crypto";
import {
  deleteKeptForm,
  hasKeptForm,
  saveKeptForm,
  useKeptForm,
} from "#app/domain/accounts/sessions/kept-form.server.ts";
import { sharedText } from "#app/domain/tasks/offline/shared-input.ts";
import { database } from "#db/connection.server.ts";
import { encryptionKey } from "../instance.server.ts";
import { pagePath, readTypedFields, searchOf } from "../redirect-to.server.ts";
import { isForCopy } from "../shell/copy.server.ts";

/**
 * The length is that of encoded fields: in some scripts, the longest description takes nine times
 * its characters.
 */
const maxLength = 100_000;

/**
 * Stores a form that was posted without a session, or before the user confirmed who they are. A
 * form without any field has switches that are all off.
 * @param page the page that gives the form back
 * @returns true if it was stored
 */
export async function keepForm(
  userId: string,
  request: Request,
  keepFields: readonly string[],
  page: string = request.url,
): Promise<boolean> {
  if (request.method !== "POST" || keepFields.length === 0) return false;
  const fields = await readTypedFields(request, keepFields);
  if (String(fields).length > maxLength) return false;
  return saveKeptForm(database(), userId, { path: formPath(page), fields }, encryptionKey);
}

export function isFormKept(userId: string, url: string): Promise<boolean> {
  return hasKeptForm(database(), userId, formPath(url));
}

export interface FormOwner {
  userId: string;
  hasKeptForms: boolean;
}

/** Returns the fields to show again, and deletes them a minute later. */
export async function giveBackForm(
  { userId, hasKeptForms }: FormOwner,
  request: Request,
): Promise<URLSearchParams | undefined> {
  if (!hasKeptForms || request.method !== "GET" || isForCopy(request)) return undefined;
  return useKeptForm(database(), userId, formPath(request.url), encryptionKey);
}

/** Deletes the form once the user has sent the page's form again. */
export async function forgetForm(
  userId: string,
  request: Request,
  page: string = request.url,
): Promise<void> {
  if (request.method === "POST") await deleteKeptForm(database(), userId, formPath(page));
}

/**
 * Drafts belong to the text that they were made from, so the path contains its hash: a backup must
 * not show the text.
 */
function formPath(url: string): string {
  const path = pagePath(url);
  if (path !== "/tasks/confirm") return path;
  const words = createHmac("sha256", encryptionKey).update(
    `kept-form\n${sharedText(searchOf(url))}`,
  );
  return `${path}#${words.digest("base64url")}`;
}
