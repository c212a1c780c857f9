import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { AppLoadContext } from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import { clientNetwork } from "./client-network.ts";

declare module "@remix-run/node" {
  /** What the server knows of a request and hands to loaders, actions and the page. */
  interface AppLoadContext {
    /** Shown on the error page, and in the log. */
    requestId: string;
    /** For the scripts of this one response. */
    nonce: string;
    /** Of the person's browser, or of the last proxy that is not trusted; of IPv6 the network. */
    ipAddress: string;
    /** Writes an error to the log that the page can do without. */
    report: (error: unknown) => void;
    /** Writes facts to the log; never what people typed. */
    note: (facts: object) => void;
    /** Filled in once somebody turns out to be signed in. */
    userId?: string;
  }
}

/** Gives every request its context. */
export const requestContext: RequestHandler = (req, res, next) => {
  const requestId = randomBytes(6).toString("hex");
  const context: AppLoadContext = {
    requestId,
    note: (facts) => log.info(facts),
    report: (error) => log.error({ err: error, requestId }, "part of a page failed"),
    nonce: randomBytes(16).toString("base64"),
    ipAddress: clientNetwork(req.ip ?? ""),
  };
  res.locals.context = context;
  next();
};

/** The context of the request that this is the response to. */
export function contextOf(res: Response): AppLoadContext {
  return res.locals.context;
}
