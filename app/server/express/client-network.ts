import { isIPv6 } from "node:net";

/** Rate limits count by this: an IPv4 address, or an IPv6 /64, because one customer gets that whole network. */
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
