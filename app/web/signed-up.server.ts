import { readSecrets } from "#app/config/secrets.server.ts";
import { hostOnlyName, privateCookie } from "./cookie.server.ts";

/** As long as the link in the first email works. */
const maxAge = 24 * 60 * 60;

/** Tells who signed up in this browser, which may open the emailed link before it signs in. */
const signedUpCookie = privateCookie(hostOnlyName("mila_signed_up"), { maxAge, secrets: [readSecrets().session] });

export function rememberSignUp(userId: string): Promise<string> {
  return signedUpCookie.serialize(userId);
}

export async function readSignedUpUser(request: Request): Promise<string | null> {
  const value: unknown = await signedUpCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" ? value : null;
}
