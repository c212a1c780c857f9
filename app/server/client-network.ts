import { isIPv6 } from "node:net";

/**
 * The key that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, since one customer has that
 * whole network.
 */
export function clientNetwork(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1];
  if (mapped) return mapped;
  const bare = ipAddress.replace(/%.*$/, "");
  if (!isIPv6(bare)) return ipAddress;
  const [head = "", tail] = bare.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
