import type { RequestHandler } from "express";
import { env } from "#app/config/env.server.ts";
import { isHomeHost } from "#app/config/home-host.server.ts";
import { sendPlainPage } from "./plain-page.ts";

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
