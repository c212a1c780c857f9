import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { homeAddresses, homeAddressesInIpv6, ownAddresses } from "#app/config/home-host.server.ts";

/** Answers come from this machine or its router, so they are fast. */
const timeoutMs = 400;
/** See RFC 6762, section 3. */
const mdns = { address: "224.0.0.251", port: 5353 };

/** Docker and Podman create these files. A container doesn't know its machine's addresses. */
export const isContainer = ["/.dockerenv", "/run/.containerenv"].some((file) => existsSync(file));

/**
 * Returns where other devices at home can open Mila: the names of this machine that resolve to its
 * address.
 */
export async function findHomeHosts(): Promise<string[]> {
  const [name = ""] = hostname().toLowerCase().split(".");
  const asked = [
    { host: `${name}.local`, isAnswered: isAnsweredByMdns(`${name}.local`) },
    { host: `${name}.home.arpa`, isAnswered: isAnsweredByDns(`${name}.home.arpa`) },
  ];
  const names: string[] = [];
  for (const { host, isAnswered } of asked) if (await isAnswered) names.push(host);
  return [...homeAddresses(), ...names, ...homeAddressesInIpv6()];
}

async function isAnsweredByDns(name: string): Promise<boolean> {
  const found = await new Resolver({ timeout: timeoutMs, tries: 1 }).resolve4(name).catch(() => []);
  return found.some((address) => ownAddresses("IPv4").includes(address));
}

/** Asks from another port than mDNS's, so that the answer comes directly (RFC 6762, 6.7). */
async function isAnsweredByMdns(name: string): Promise<boolean> {
  const asked = ownAddresses("IPv4").map(async (address) => {
    const socket = createSocket("udp4");
    try {
      socket.bind(0, address);
      await once(socket, "listening");
      socket.setMulticastInterface(address);
      socket.send(questionFor(name), mdns.port, mdns.address);
      const [answer]: Buffer[] = await once(socket, "message", {
        signal: AbortSignal.timeout(timeoutMs),
      });
      return answer?.includes(Buffer.from(address.split(".").map(Number))) ?? false;
    } finally {
      socket.close();
    }
  });
  return (await Promise.allSettled(asked)).some(
    (result) => result.status === "fulfilled" && result.value,
  );
}

/** Encodes one question for an IPv4 address (RFC 1035, 4.1). */
function questionFor(name: string): Buffer {
  const header = Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const labels = name
    .split(".")
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, 1, 0, 1])]);
}
