import type { RequestHandler } from "express";
import { env } from "#app/config/env.server.ts";
import { isHomeHost } from "#app/config/home-host.server.ts";
import { sendPlainPage } from "./plain-page.ts";

const ownHost = env.APP_URL && new URL(env.APP_URL).host;

/** Sets the Host header from APP_URL; without it, accepts only home-network hosts, which no public site can have. */
export const hostCheck: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  if (ownHost) {
    req.headers.host = ownHost;
    return next();
  }
  if (isHomeHost(req.headers.host)) return next();
  sendPlainPage(
    res,
    400,
    "Mila isn't set up for this address",
    "To use it, Mila's owner needs to set <code>APP_URL</code>, for example " +
      "<code>APP_URL=https://mila.example.com</code>, and restart Mila.",
  );
};

export function siteOrigin(host: string | undefined): string {
  return env.APP_URL ?? `http://${host}`;
}
