import { BlockList, isIP } from "node:net";

/** Beyond home networks: this host, multicast, reserved, and IPv6 addresses that hold an IPv4 one. */
const insideNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  insideNetworks.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  insideNetworks.addSubnet(network, prefix, "ipv6");
}

export function isInsideNetwork(address: string): boolean {
  return insideNetworks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
