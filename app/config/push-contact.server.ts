import type { Settings } from "./env.server.ts";
import { isHomeHost } from "./home-host.server.ts";

/**
 * The contact for push services, in case Mila misbehaves (RFC 8292, 2.1). Null means her owner's
 * address. Apple refuses hosts on a home network.
 */
export function pushContact({
  APP_URL,
  PUSH_CONTACT,
}: Pick<Settings, "APP_URL" | "PUSH_CONTACT">): string | null {
  const isReachable = APP_URL?.startsWith("https:") && !isHomeHost(new URL(APP_URL).host);
  return (isReachable ? APP_URL : PUSH_CONTACT) ?? null;
}
