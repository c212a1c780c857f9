import { googleIdentity } from "#app/domain/accounts/google/identity.server.ts";
import { encrypt, decrypt } from "#app/domain/core/encryption.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { hostOnlyName, privateCookie } from "../cookie.server.ts";

const { session: sessionKey, encryption: encryptionKey } = readSecrets();
const validMinutes = 10;
const maxAge = validMinutes * 60;
const linkPurpose = "google-link";

const common = { redirectTo: z.string(), timeZone: z.string().optional(), until: z.number() };
const purposes = { userId: z.string().optional(), confirms: z.string().optional() };
const oauthFlow = z.object({ ...common, state: z.string(), verifier: z.string(), ...purposes });
const pendingLink = z.object({ ...common, identity: googleIdentity });

/** Connects the calendar of `userId`, or confirms that the viewer is the user `confirms`, or signs in. */
export type OAuthFlow = Omit<z.infer<typeof oauthFlow>, "until">;
export type PendingLink = Omit<z.infer<typeof pendingLink>, "until">;

const flowCookie = privateCookie(hostOnlyName("mila_google"), { maxAge, secrets: [sessionKey] });
const linkCookie = privateCookie(hostOnlyName("mila_google_link"), { maxAge });

const usedStates = new Map<string, number>();

export function serializeOAuthFlow(flow: OAuthFlow): Promise<string> {
  return flowCookie.serialize({ ...flow, until: Date.now() + maxAge * 1_000 });
}

/** Returns null for an expired, unknown or already used state. */
export async function consumeOAuthFlow(request: Request, state: string | null): Promise<OAuthFlow | null> {
  const now = Date.now();
  for (const [used, until] of usedStates) if (until <= now) usedStates.delete(used);
  const { data } = oauthFlow.safeParse(await flowCookie.parse(request.headers.get("Cookie")));
  if (!data || data.state !== state || data.until <= now || usedStates.has(state)) return null;
  usedStates.set(state, data.until);
  return data;
}

/** Encrypted because it contains Google's refresh token. */
export function serializePendingLink(pending: PendingLink): Promise<string> {
  const text = JSON.stringify({ ...pending, until: Date.now() + maxAge * 1_000 });
  return linkCookie.serialize(encrypt(encryptionKey, text, linkPurpose));
}

/** Null without one, and when it expired. */
export async function readPendingLink(request: Request): Promise<PendingLink | null> {
  const encrypted: unknown = await linkCookie.parse(request.headers.get("Cookie"));
  const text = typeof encrypted === "string" ? decrypt(encryptionKey, encrypted, linkPurpose) : null;
  const { data } = pendingLink.safeParse(text === null ? null : JSON.parse(text));
  return data && data.until > Date.now() ? data : null;
}

export const clearOAuthFlow = () => flowCookie.serialize("", { maxAge: 0 });
export const clearPendingLink = () => linkCookie.serialize("", { maxAge: 0 });
