import { type AppLoadContext, redirect } from "@remix-run/node";
import { findByPassword, learnTimeZone } from "#app/domain/accounts/credentials/account.server.ts";
import { linkGoogle } from "#app/domain/accounts/google/account.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword, tooManyTriesMessage } from "./check-password.server.ts";
import { forgetLink, type PendingLink } from "./google-cookies.server.ts";
import { googleInstance, refuseGoogle } from "./google-sign-in.server.ts";
import { safeRedirectTo } from "./redirect-to.server.ts";
import { signInCookie } from "./session.server.ts";

/**
 * Links the Google account to the one of its address, for who knows that one's password, and signs them in; or what
 * stands beside the field, and the answer's status. Counted like signing in.
 */
export async function linkByPassword(
  request: Request,
  { ipAddress }: AppLoadContext,
  { identity, redirectTo, timeZone }: PendingLink,
  password: string,
): Promise<Response | { status: number; errors: string[] }> {
  const { email } = identity;
  const checked = await checkPassword({ email, ipAddress }, () => findByPassword(database(), email, password));
  if (checked.refused) return { status: 429, errors: [tooManyTriesMessage] };
  const { userId } = checked;
  if (!userId) return { status: 400, errors: ["That is not this account's password"] };
  if (!(await linkGoogle(database(), userId, identity, googleInstance.encryptionKey))) {
    return refuseGoogle("another_google", redirectTo, [await forgetLink()]);
  }
  await learnTimeZone(database(), userId, timeZone);
  const headers = new Headers({ "Set-Cookie": await forgetLink() });
  headers.append("Set-Cookie", await signInCookie(request, userId));
  return redirect(safeRedirectTo(redirectTo), { status: 303, headers });
}
