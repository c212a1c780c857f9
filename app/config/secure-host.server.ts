import { env } from "./env.server.ts";

const loopback = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * True where browsers obey `Clear-Site-Data` (W3C Secure Contexts, 3.1). Elsewhere, Chromium may
 * show a stored page again by Back, after its user has signed out.
 */
export function isSecureHost(host: string | undefined): boolean {
  return env.APP_URL?.startsWith("https:") || loopback.test(host ?? "");
}
