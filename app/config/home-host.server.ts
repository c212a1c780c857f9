import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

const homeNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  homeNetworks.addSubnet(network, prefix, "ipv4");
}
homeNetworks.addAddress("::1", "ipv6");
homeNetworks.addSubnet("fc00::", 7, "ipv6");
homeNetworks.addSubnet("fe80::", 10, "ipv6");
homeNetworks.addSubnet("fec0::", 10, "ipv6");

export function isHomeHost(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  if (url.host !== host.toLowerCase() && `${url.hostname}:80` !== host.toLowerCase()) return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(name);
  if (family) return homeNetworks.check(name, family === 6 ? "ipv6" : "ipv4");
  return name === "localhost" || /\.(localhost|local|home\.arpa)$/.test(name);
}

export function homeAddresses(): string[] {
  return ownAddresses("IPv4").filter(isHomeHost);
}

/** For URLs. Browsers cannot name the network that a link-local address needs. */
export function homeAddressesInIpv6(): string[] {
  const addresses = ownAddresses("IPv6").filter((address) => !address.startsWith("fe80:"));
  return addresses.map((address) => `[${address}]`).filter(isHomeHost);
}

export function ownAddresses(wanted: "IPv4" | "IPv6"): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (list) =>
      list?.flatMap(({ family, internal, address }) =>
        family === wanted && !internal ? [address] : [],
      ) ?? [],
  );
}
