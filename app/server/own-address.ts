import { BlockList, isIP } from "node:net";
import type { RequestHandler } from "express";
import { env } from "#app/env.server.ts";
import { sendPlainPage } from "./plain-page.ts";

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

/**
 * Settles under which address the product is used, in the Host header, for everything that comes after: APP_URL when
 * it is set, whatever a proxy made of Host; else the Host itself, on addresses that no stranger's name can lead to.
 */
export const ownAddress: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  if (env.APP_URL) {
    req.headers.host = new URL(env.APP_URL).host;
    return next();
  }
  if (isHomeHost(req.headers.host)) return next();
  sendPlainPage(
    res,
    400,
    "Mila does not know this address",
    "To use it, whoever runs Mila sets <code>APP_URL</code> to it, for example " +
      "<code>APP_URL=https://mila.example.com</code>, and starts Mila again.",
  );
};

/** The origin ("https://mila.example.com") that pages of this request belong to; after `ownAddress`. */
export function ownOrigin(host: string | undefined): string {
  return env.APP_URL ?? `http://${host}`;
}

/** True for loopback and private addresses, and for names that only a home network answers. */
export function isHomeHost(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  if (url.host !== host.toLowerCase() && `${url.hostname}:80` !== host.toLowerCase()) return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(name);
  if (family) return homeNetworks.check(name, family === 6 ? "ipv6" : "ipv4");
  return name === "localhost" || /\.(localhost|local|home\.arpa)$/.test(name);
}
