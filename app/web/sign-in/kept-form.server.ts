import { LRUCache } from "lru-cache";
import { pagePath, readTypedFields } from "../redirect-to.server.ts";

interface KeptForm {
  path: string;
  fields: URLSearchParams;
  isGivenBack: boolean;
}

const maxForms = 500;
const maxLength = 20_000;
const keptMs = 30 * 60_000;
/** Long enough to reload the page. */
const givenBackMs = 60_000;

// In memory: there is one web process, and what was typed belongs on no disk before it is saved.
const forms = new LRUCache<string, KeptForm>({ max: maxForms, ttl: keptMs });

/** Keeps a user's latest form, which was posted without a session. */
export async function keepForm(userId: string, request: Request, keepFields: readonly string[]): Promise<void> {
  if (request.method !== "POST") return;
  const fields = await readTypedFields(request, keepFields);
  if (fields.size === 0 || String(fields).length > maxLength) return;
  forms.set(userId, { path: pagePath(request.url), fields, isGivenBack: false });
}

export function hasKeptForm(userId: string, path: string): boolean {
  return forms.peek(userId)?.path === pagePath(path);
}

/** The fields to show again. They are gone a minute later. */
export function giveBackForm(userId: string, request: Request): URLSearchParams | undefined {
  const form = forms.peek(userId);
  if (request.method !== "GET" || form?.path !== pagePath(request.url)) return undefined;
  if (!form.isGivenBack) forms.set(userId, { ...form, isGivenBack: true }, { ttl: givenBackMs });
  return form.fields;
}

/** The user has sent the page's form since. */
export function forgetForm(userId: string, request: Request): void {
  if (request.method === "POST" && forms.peek(userId)?.path === pagePath(request.url)) forms.delete(userId);
}
