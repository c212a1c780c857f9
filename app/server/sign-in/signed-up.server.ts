import { signedCookie } from "../cookies/signed-cookie.server.ts";

/** Lasts as long as the link in the first email works. */
const maxAge = 24 * 60 * 60;

/** Identifies who signed up in this browser, which may open the emailed link before it signs in. */
const signedUpCookie = signedCookie("mila_signed_up", { maxAge });

export const renewSignUp = signedUpCookie.renew;

export function rememberSignUp(userId: string): Promise<string> {
  return signedUpCookie.serialize(userId);
}

export async function readSignedUpUser(request: Request): Promise<string | null> {
  const value: unknown = await signedUpCookie.read(request);
  return typeof value === "string" ? value : null;
}
