import { sessionDays } from "#app/domain/accounts/sessions/session.server.ts";
import { signedCookie } from "../cookies/signed-cookie.server.ts";

const maxAge = sessionDays.max * 24 * 60 * 60;

/**
 * Identifies the user whose session ended in this browser. It grants no access: it only says for
 * whom to store a form.
 */
const lastUserCookie = signedCookie("mila_last_user", { maxAge });

export const renewLastUser = lastUserCookie.renew;

export function rememberLastUser(userId: string): Promise<string> {
  return lastUserCookie.serialize(userId);
}

/** After signing out, the next person's form is not stored for this user. */
export function forgetLastUser(): Promise<string> {
  return lastUserCookie.clear();
}

export async function readLastUser(request: Request): Promise<string | null> {
  const value: unknown = await lastUserCookie.read(request);
  return typeof value === "string" && value ? value : null;
}
