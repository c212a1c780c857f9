import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import "#app/domain/wiring/rules.server.ts";
import { env } from "#app/config/env.server.ts";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { answerRequest } from "./answer-request.server.ts";
import { describeApi } from "./description.ts";
import { encode, isKnown } from "./etag.ts";
import type { Answer } from "./operation.ts";
import { describeProblem, Problem, statusOf } from "./problem.ts";
import { streamEvents } from "./events.server.ts";
import { findOperation, methodsAt } from "./router.ts";
import { toProblem } from "./to-problem.server.ts";

const base = "/api/v1";
const descriptionPath = "/openapi.json";

/**
 * Answers programs, before anything that is for browsers: no cookie is read, and the token is the
 * proof wherever a request comes from.
 */
export const answerApi: RequestHandler = (req, res, next) => {
  const isPage = req.path === base && (req.method === "GET" || req.method === "HEAD");
  if (isPage || !(req.path === base || req.path.startsWith(`${base}/`))) return next();
  void answer(req, res).catch(next);
};

async function answer(req: Request, res: Response): Promise<void> {
  const context = res.locals.context as AppLoadContext;
  res.set(corsHeaders);
  if (req.method === "OPTIONS") return void res.set(preflightHeaders).status(204).end();
  try {
    const found = await findAnswer(req, res);
    if (found) send(req, res, found);
  } catch (error) {
    const problem = toProblem(error, context.requestId);
    res.set(problem.more.headers ?? {});
    res.status(statusOf(problem.code)).set("Content-Type", "application/problem+json");
    res.end(JSON.stringify(describeProblem(problem)));
    if (problem.code === "too_large") req.destroy();
  }
}

/** Returns null if the answer is on its way already. */
async function findAnswer(req: Request, res: Response): Promise<Answer | null> {
  const context = res.locals.context as AppLoadContext;
  const path = req.path.slice(base.length);
  const method = (req.method === "HEAD" ? "GET" : req.method).toLowerCase();
  context.route = base + path;
  if (path === descriptionPath && method === "get") return { status: 200, body: describeApi() };
  const found = findOperation(method, path);
  if (!found) {
    context.route = `${base}/*`;
    const allowed = path === descriptionPath ? ["GET"] : methodsAt(path);
    if (allowed.length === 0) throw new Problem("not_found", "There is nothing at this address.");
    const headers = { Allow: [...allowed, "OPTIONS"].join(", ") };
    throw new Problem("method_not_allowed", "Another method is needed here.", { headers });
  }
  context.route = base + found.operation.path;
  const start = req.url.indexOf("?");
  const query = new URLSearchParams(start < 0 ? "" : req.url.slice(start));
  let bearer: TokenBearer | undefined;
  const client = {
    network: context.ipAddress,
    origin: env.APP_URL ?? `http://${req.headers.host}`,
    logInfo: context.logInfo,
    setHeaders: (headers: Record<string, string>) => void res.set(headers),
    onBearer: (known: TokenBearer) => {
      bearer = known;
      Object.assign(context, { userId: known.userId, householdId: known.householdId });
    },
  };
  const answered = await answerRequest(req, { ...found, query }, client);
  if (!answered.isStream || !bearer) return answered;
  streamEvents(req, res, bearer, context.onClose);
  return null;
}

function send(req: Request, res: Response, found: Answer): void {
  const { status, body, headers = {} } = found;
  res.set(headers).status(status);
  const encoded = found.encoded ?? (body && encode(body));
  if (!encoded) return void res.end();
  const tag = headers.ETag ?? encoded.tag;
  res.set({ ETag: tag, "Cache-Control": "private, no-cache" });
  if (status === 200 && isKnown(req.headers["if-none-match"], tag))
    return void res.status(304).end();
  res.set("Content-Type", "application/json");
  res.end(req.method === "HEAD" ? undefined : encoded.bytes);
}

const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed",
  Vary: "Authorization",
};

const preflightHeaders = {
  "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID",
  "Access-Control-Max-Age": "86400",
};
