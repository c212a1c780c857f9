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
const journey = z.object({ ...common, state: z.string(), verifier: z.string(), userId: z.string().optional() });
const pendingLink = z.object({ ...common, identity: googleIdentity });

/** Somebody on their way to Google and back: to sign in, or with a user's id to connect that user's calendar. */
export type Journey = Omit<z.infer<typeof journey>, "until">;
/** Somebody back from Google who still has to enter the password of an existing account. */
export type PendingLink = Omit<z.infer<typeof pendingLink>, "until">;

const journeyCookie = privateCookie(hostOnlyName("mila_google"), { maxAge, secrets: [sessionKey] });
const linkCookie = privateCookie(hostOnlyName("mila_google_link"), { maxAge });

const usedStates = new Map<string, number>();

/** A Set-Cookie header, valid for ten minutes. */
export function rememberJourney(journeyOn: Journey): Promise<string> {
  return journeyCookie.serialize({ ...journeyOn, until: Date.now() + maxAge * 1_000 });
}

/** The journey with this state that began in this browser. Null when it expired, and the second time. */
export async function takeJourney(request: Request, state: string | null): Promise<Journey | null> {
  const now = Date.now();
  for (const [used, until] of usedStates) if (until <= now) usedStates.delete(used);
  const { data } = journey.safeParse(await journeyCookie.parse(request.headers.get("Cookie")));
  if (!data || data.state !== state || data.until <= now || usedStates.has(state)) return null;
  usedStates.set(state, data.until);
  return data;
}

/** A Set-Cookie header. Encrypted, because it contains Google's refresh token. */
export function rememberLink(pending: PendingLink): Promise<string> {
  const text = JSON.stringify({ ...pending, until: Date.now() + maxAge * 1_000 });
  return linkCookie.serialize(encrypt(encryptionKey, text, linkPurpose));
}

/** Null without one, and when it expired. */
export async function readLink(request: Request): Promise<PendingLink | null> {
  const encrypted: unknown = await linkCookie.parse(request.headers.get("Cookie"));
  const text = typeof encrypted === "string" ? decrypt(encryptionKey, encrypted, linkPurpose) : null;
  const { data } = pendingLink.safeParse(text === null ? null : JSON.parse(text));
  return data && data.until > Date.now() ? data : null;
}

export const forgetJourney = () => journeyCookie.serialize("", { maxAge: 0 });
export const forgetLink = () => linkCookie.serialize("", { maxAge: 0 });
