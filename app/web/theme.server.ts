import { type Theme, theme } from "#app/domain/preferences/input.ts";
import { privateCookie } from "./cookie.server.ts";

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Of the browser, not of the account: a phone in bed may be dark while the desktop is light. */
const themeCookie = privateCookie("mila_theme", { maxAge: oneYearInSeconds });

/** The theme chosen in this browser; anything unknown is the system's. */
export async function readTheme(request: Request): Promise<Theme> {
  return theme.catch("system").parse(await themeCookie.parse(request.headers.get("Cookie")));
}

/** The Set-Cookie header's value that keeps the choice. */
export function serializeTheme(chosen: Theme): Promise<string> {
  return themeCookie.serialize(chosen);
}
