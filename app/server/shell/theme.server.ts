import { type Theme, theme } from "#app/domain/preferences/input.ts";
import { hostOnlyName, privateCookie } from "../cookies/cookie.server.ts";

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Stored per browser: a phone in bed may be dark while the desktop is light. */
const themeCookie = privateCookie(hostOnlyName("mila_theme"), { maxAge: oneYearInSeconds });

export async function readTheme(request: Request): Promise<Theme> {
  return theme.catch("system").parse(await themeCookie.parse(request.headers.get("Cookie")));
}

export function serializeTheme(chosen: Theme): Promise<string> {
  return themeCookie.serialize(chosen);
}
