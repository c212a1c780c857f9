import { googleIdentity } from "#app/domain/accounts/google/identity.server.ts";
import { seal, unseal } from "#app/domain/core/encryption.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { readSecrets } from "#app/secrets.server.ts";
import { hostOnlyName, privateCookie } from "./cookie.server.ts";

const { session: sessionKey, encryption: encryptionKey } = readSecrets();
const validMinutes = 10;
const maxAge = validMinutes * 60;
const linkPurpose = "google-link";

const goingOn = { redirectTo: z.string(), timeZone: z.string().optional(), until: z.number() };
const journey = z.object({ ...goingOn, state: z.string(), verifier: z.string(), userId: z.string().optional() });
const pendingLink = z.object({ ...goingOn, identity: googleIdentity });

/** Somebody on their way to Google and back; with a user's id, to connect that user's calendar and not to sign in. */
export type Journey = Omit<z.infer<typeof journey>, "until">;
/** Somebody who came back, and is to give the password of the account that they want to use. */
export type PendingLink = Omit<z.infer<typeof pendingLink>, "until">;

const journeyCookie = privateCookie(hostOnlyName("mila_google"), { maxAge, secrets: [sessionKey] });
const linkCookie = privateCookie(hostOnlyName("mila_google_link"), { maxAge });

const usedStates = new Map<string, number>();

/** The Set-Cookie header's value that remembers a journey for ten minutes. */
export function rememberJourney(journeyOn: Journey): Promise<string> {
  return journeyCookie.serialize({ ...journeyOn, until: Date.now() + maxAge * 1_000 });
}

/** The journey that this state began in this browser; null for any other, for one that is over, and the second time. */
export async function takeJourney(request: Request, state: string | null): Promise<Journey | null> {
  const now = Date.now();
  for (const [used, until] of usedStates) if (until <= now) usedStates.delete(used);
  const { data } = journey.safeParse(await journeyCookie.parse(request.headers.get("Cookie")));
  if (!data || data.state !== state || data.until <= now || usedStates.has(state)) return null;
  usedStates.set(state, data.until);
  return data;
}

/** Remembers what is to be linked; sealed, because it has Google's refresh token in it. */
export function rememberLink(pending: PendingLink): Promise<string> {
  const text = JSON.stringify({ ...pending, until: Date.now() + maxAge * 1_000 });
  return linkCookie.serialize(seal(encryptionKey, text, linkPurpose));
}

/** What is to be linked; null when there is nothing, or not any more. */
export async function readLink(request: Request): Promise<PendingLink | null> {
  const sealed: unknown = await linkCookie.parse(request.headers.get("Cookie"));
  const text = typeof sealed === "string" ? unseal(encryptionKey, sealed, linkPurpose) : null;
  const { data } = pendingLink.safeParse(text === null ? null : JSON.parse(text));
  return data && data.until > Date.now() ? data : null;
}

/** The Set-Cookie headers' values that forget each of them. */
export const forgetJourney = () => journeyCookie.serialize("", { maxAge: 0 });
export const forgetLink = () => linkCookie.serialize("", { maxAge: 0 });
