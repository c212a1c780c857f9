import { createRequestHandler, type RequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { Response } from "express";
import { env } from "#app/config/env.server.ts";
import { getContext } from "./request-context.ts";

export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler({ build, mode: env.NODE_ENV, getLoadContext: (_req, res) => getContext(res) });
  return (req, res, next) => {
    sendPageAtEnd(res);
    return handle(req, res, next);
  };
}

/** Remix ends a response without a body. */
function sendPageAtEnd(res: Response): void {
  const end = res.end.bind(res);
  res.end = ((...args: []) => {
    const { page } = getContext(res);
    return page ? end(page) : end(...args);
  }) as typeof res.end;
}

export function handlerByAddress(buildFor: (path: string) => ServerBuild): RequestHandler {
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    const build = buildFor(req.path);
    const handler = handlers.get(build) ?? remixHandler(build);
    handlers.set(build, handler);
    return handler(req, res, next);
  };
}
