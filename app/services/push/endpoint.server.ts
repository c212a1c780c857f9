import { isIP } from "node:net";
import { isInsideNetwork } from "../transport/inside-network.ts";

/**
 * A browser may name any endpoint. It must be https and outside of this network, unless Mila's
 * owner lists its host. Names are checked again when connecting (http-call.server.ts).
 */
export function isAllowedEndpoint(endpoint: string, trustedHosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username || password || !/^https?:$/.test(protocol)) return false;
  if (isTrustedEndpoint(endpoint, trustedHosts)) return true;
  if (protocol !== "https:") return false;
  const name = hostname.replace(/^\[|[\].]$/g, "");
  if (isIP(name)) return !isInsideNetwork(name);
  return name.includes(".") && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

export function isTrustedEndpoint(endpoint: string, trustedHosts: readonly string[]): boolean {
  return trustedHosts.includes(new URL(endpoint).host);
}
