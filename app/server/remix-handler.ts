import { createRequestHandler, type RequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { getContext } from "./request-context.ts";

export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  return createRequestHandler({ build, mode: env.NODE_ENV, getLoadContext: (_req, res) => getContext(res) });
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
