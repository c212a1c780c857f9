import type { RequestHandler } from "express";
import { env } from "#app/config/env.server.ts";
import { isHomeHost } from "#app/config/home-host.server.ts";
import { refuse } from "./refuse.ts";

const ownHost = env.APP_URL && new URL(env.APP_URL).host;

/**
 * Sets the Host header from APP_URL; without it, accepts only home-network hosts, which no public
 * site can have.
 */
export const hostCheck: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  if (ownHost) {
    req.headers.host = ownHost;
    return next();
  }
  if (isHomeHost(req.headers.host)) return next();
  refuse(req, res, {
    status: 400,
    code: "invalid",
    title: "Mila isn't set up for this address",
    text: "To use it, Mila's owner needs to set APP_URL, for example APP_URL=https://mila.example.com, and restart Mila.",
  });
};

export function siteOrigin(host: string | undefined): string {
  return env.APP_URL ?? `http://${host}`;
}
