import { onOrOff, type OnOrOff } from "#app/domain/preferences/input.ts";
import { hostOnlyName, privateCookie } from "../cookies/cookie.server.ts";

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Stored per browser: a screen reader on one device may need the keys for itself. */
const shortcutsCookie = privateCookie(hostOnlyName("mila_shortcuts"), { maxAge: oneYearInSeconds });

export async function readShortcuts(request: Request): Promise<OnOrOff> {
  return onOrOff.catch("on").parse(await shortcutsCookie.parse(request.headers.get("Cookie")));
}

export function serializeShortcuts(chosen: OnOrOff): Promise<string> {
  return shortcutsCookie.serialize(chosen);
}
