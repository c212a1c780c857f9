import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { AppLoadContext } from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import { clientNetwork } from "./client-network.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Shown on the error page and logged. */
    requestId: string;
    /** Allows the scripts of this one response. */
    nonce: string;
    /** The browser's or the last untrusted proxy's; for IPv6, the network. */
    ipAddress: string;
    /** Logs an error that the page can do without. */
    logError: (error: unknown) => void;
    /** Never with what people typed. */
    logInfo: (facts: object) => void;
    userId?: string;
  }
}

export const requestContext: RequestHandler = (req, res, next) => {
  const requestId = randomBytes(6).toString("hex");
  const context: AppLoadContext = {
    requestId,
    logInfo: (facts) => log.info(facts),
    logError: (error) => log.error({ err: error, requestId }, "loading part of a page failed"),
    nonce: randomBytes(16).toString("base64"),
    ipAddress: clientNetwork(req.ip ?? ""),
  };
  res.locals.context = context;
  next();
};

export function contextOf(res: Response): AppLoadContext {
  return res.locals.context;
}
