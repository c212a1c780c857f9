import { BlockList, isIP } from "node:net";

/** Networks besides those at home: this host, documentation, multicast, reserved. */
const insideNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  insideNetworks.addSubnet(network, prefix, "ipv4");
}

/**
 * All other IPv6 addresses are local, or contain an IPv4 address: mapped, SIIT, NAT64 (RFC 4291,
 * 6052, 7915).
 */
const globalNetwork = new BlockList();
globalNetwork.addSubnet("2000::", 3, "ipv6");
/** Parts of that network are for protocols (Teredo), documentation and 6to4. */
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  insideNetworks.addSubnet(network, prefix, "ipv6");
}

/** True also for text that is not an address. */
export function isInsideNetwork(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return insideNetworks.check(address, "ipv4");
  return (
    family !== 6 || !globalNetwork.check(address, "ipv6") || insideNetworks.check(address, "ipv6")
  );
}
