import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setTimeZoneIfUnknown } from "#app/domain/accounts/profile/time-zone.server.ts";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { linkGoogle } from "#app/domain/lifecycle/google-sign-in.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword, tooManyTriesMessage } from "#app/web/check-password.server.ts";
import { clearPendingLink, type PendingLink } from "#app/web/google/cookies.server.ts";
import { refuseGoogle } from "./google.server.ts";
import { safeRedirectTo } from "#app/web/redirect-to.server.ts";
import { signUpInstance } from "#app/web/instance.server.ts";
import { signInCookie } from "#app/web/session.server.ts";

/** Limited like signing in. */
export async function linkByPassword(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { identity, redirectTo, timeZone }: PendingLink,
  password: string,
): Promise<Response | { status: number; errors: string[] }> {
  const { email } = identity;
  const checked = await checkPassword({ request, email, context }, () =>
    findUserByPassword(database(), email, password),
  );
  if (checked.refused) return { status: 429, errors: [tooManyTriesMessage] };
  const { userId } = checked;
  if (!userId) return { status: 400, errors: ["Wrong password for this account"] };
  if (!(await linkGoogle(database(), userId, identity, signUpInstance.encryptionKey))) {
    return refuseGoogle("another_google", redirectTo, [await clearPendingLink()]);
  }
  await setTimeZoneIfUnknown(database(), userId, timeZone);
  const headers = new Headers({ "Set-Cookie": await clearPendingLink() });
  headers.append("Set-Cookie", await signInCookie({ request, context }, userId));
  return redirect(safeRedirectTo(redirectTo), { status: 303, headers });
}
