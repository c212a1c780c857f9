import { isIP } from "node:net";
import { isInsideNetwork } from "./inside-network.ts";

/**
 * True if Mila may call an address that somebody or their browser has named: it is https and outside
 * of this network, unless Mila's owner lists its host. Names are checked again when connecting
 * (http-call.server.ts).
 */
export function isAllowedAddress(address: string, trustedHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password || !/^https?:$/.test(protocol)) return false;
  if (isTrustedAddress(address, trustedHosts)) return true;
  if (protocol !== "https:") return false;
  const name = hostname.replace(/^\[|[\].]$/g, "");
  if (isIP(name)) return !isInsideNetwork(name);
  return name.includes(".") && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

export function isTrustedAddress(address: string, trustedHosts: readonly string[]): boolean {
  return trustedHosts.includes(new URL(address).host);
}
