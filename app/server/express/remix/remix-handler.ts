import { createRemixRequest } from "@remix-run/express/dist/server.js";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { NextFunction, Request, RequestHandler, Response as ExpressResponse } from "express";
import { env } from "#app/config/env.server.ts";
import { compress, sendCompressed } from "./compress.ts";
import { getContext } from "../request-context.ts";
import { sendStream } from "./send-stream.ts";

/** Works like `createRequestHandler` of @remix-run/express, but sends pages without its streams. */
export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler(build, env.NODE_ENV);
  const answer = async (req: Request, res: ExpressResponse, next: NextFunction) => {
    const context = getContext(res);
    const response = await handle(createRemixRequest(req, res), context).finally(context.endMaking);
    copyHead(response, res);
    if (!response.body && context.page) {
      await sendCompressed(req, res, context.page);
    } else if (response.body || req.method === "HEAD") {
      compress(req, res, () => void sendStream(response, res).catch(next));
    } else {
      res.end();
    }
  };
  return (req, res, next) => void answer(req, res, next).catch(next);
}

function copyHead({ status, headers }: Response, res: ExpressResponse): void {
  res.status(status);
  for (const [name, value] of headers) res.append(name, value);
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
