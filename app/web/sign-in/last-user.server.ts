import { sessionDays } from "#app/domain/accounts/sessions/session.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { hostOnlyName, privateCookie } from "../cookie.server.ts";

const maxAge = sessionDays.max * 24 * 60 * 60;

/** Tells whose session ended in this browser. It lets nobody in: it only says for whom to keep what was typed. */
const lastUserCookie = privateCookie(hostOnlyName("mila_last_user"), { maxAge, secrets: [readSecrets().session] });

export function rememberLastUser(userId: string): Promise<string> {
  return lastUserCookie.serialize(userId);
}

/** After signing out, the next person's words are not kept for this one. */
export function forgetLastUser(): Promise<string> {
  return lastUserCookie.serialize("", { maxAge: 0 });
}

export async function readLastUser(request: Request): Promise<string | null> {
  const value: unknown = await lastUserCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}
