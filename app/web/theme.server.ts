import { type Theme, theme } from "#app/domain/preferences/input.ts";
import { privateCookie } from "./cookie.server.ts";

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Of the browser, not of the account: a phone in bed may be dark and the desktop light. */
const themeCookie = privateCookie("mila_theme", { maxAge: oneYearInSeconds });

/** The theme chosen in this browser, or the system's. */
export async function readTheme(request: Request): Promise<Theme> {
  return theme.catch("system").parse(await themeCookie.parse(request.headers.get("Cookie")));
}

/** A Set-Cookie header. */
export function serializeTheme(chosen: Theme): Promise<string> {
  return themeCookie.serialize(chosen);
}
