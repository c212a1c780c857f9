import { randomUUID } from "node:crypto";
import { isIPv6 } from "node:net";
import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response } from "express";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    requestId: string;
    nonce: string;
    /** The address of the browser or the last untrusted proxy; for IPv6, its /64 network. */
    ipAddress: string;
    userAgent: string;
    /** The pattern of the address, if it is none of Remix's routes. */
    route?: string;
    /** Logs errors that do not break the page. */
    logError: (error: unknown) => void;
    /** Never pass anything that people typed. */
    logInfo: (facts: object) => void;
    /** True once `logError` was called: loading the page again may show more. */
    hasFailedPart?: boolean;
    /**
     * Runs it when the connection closes, or at once if it has. For streams: Remix's request only
     * has a weak reference to its signal, which never fires after a garbage collection.
     */
    onClose: (run: () => void) => void;
    /** Runs it when the response is rendered, or at once if it is. */
    onRendered: (run: () => void) => void;
    /** Call it when the response is rendered, or waits for another server. */
    endRendering: () => void;
    /**
     * For conditional pages: true if the browser has this content, so that an empty 304 answers it.
     */
    isUnchanged?: (content: string) => boolean;
    /** The rendered page, which is sent instead of the response's body. */
    page?: Buffer;
    userId?: string;
    householdId?: string;
    /** True if a page's own script asks, which still has what it sent. */
    asksForData: boolean;
    /** Counts all responses since the server started, for monitoring. */
    answersByStatus: ReadonlyMap<number, number>;
    /**
     * True once a request came with a proxy's header, if TRUST_PROXY is unset. Anyone can send that
     * header.
     */
    mayHaveProxy: boolean;
    /**
     * A submitted form, and the names of its fields that people fill in: it is shown again if it
     * can't be saved now.
     */
    sentForm?: { request: Request; typed: readonly string[] };
    /** True once the request's session was looked up and not found. */
    hasEndedSession?: boolean;
  }
}

const answersByStatus = new Map<number, number>();

export function countAnswer(status: number): void {
  answersByStatus.set(status, (answersByStatus.get(status) ?? 0) + 1);
}

let mayHaveProxy = false;

function noteProxy({ headers }: ExpressRequest): void {
  if (mayHaveProxy || env.TRUST_PROXY !== undefined || !headers["x-forwarded-for"]) return;
  mayHaveProxy = true;
  log.warn(
    "A request came with X-Forwarded-For. If Mila is behind a reverse proxy, all visitors share its address and limits: " +
      "set TRUST_PROXY, as docs/settings.md describes. If she isn't, TRUST_PROXY=0 ends this message.",
  );
}

export const requestContext: RequestHandler = (req, res, next) => {
  noteProxy(req);
  // Node generates UUIDs in batches, at a tenth of the cost of randomBytes.
  const requestId = randomUUID().slice(-12);
  const context: AppLoadContext = {
    requestId,
    logInfo: (facts) => log.info(facts),
    logError: (error) => {
      context.hasFailedPart = true;
      log.error({ err: error, requestId }, "loading part of a page failed");
    },
    asksForData: req.path.endsWith(".data"),
    answersByStatus,
    mayHaveProxy,
    nonce: randomUUID(),
    ipAddress: clientNetwork(req.ip ?? ""),
    userAgent: req.get("user-agent") ?? "",
    ...createMaking(),
    onClose: (run) => void (res.closed ? run() : res.once("close", run)),
  };
  res.locals.context = context;
  next();
};

function createMaking() {
  let isRendered = false;
  const atEnd: (() => void)[] = [];
  return {
    onRendered: (run: () => void) => void (isRendered ? run() : atEnd.push(run)),
    endRendering: () => {
      isRendered = true;
      for (const run of atEnd.splice(0)) run();
    },
  };
}

export function getContext(res: Response): AppLoadContext {
  return res.locals.context;
}

/**
 * Rate limits count by this: an IPv4 address, or an IPv6 /64, because one customer gets that whole
 * network.
 */
export function clientNetwork(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1];
  if (mapped) return mapped;
  const bare = ipAddress.replace(/%.*$/, "");
  if (!isIPv6(bare)) return ipAddress;
  const [head = "", tail] = bare.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
