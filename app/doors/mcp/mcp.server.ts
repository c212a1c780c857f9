import type { AppLoadContext } from "@remix-run/node";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import "#app/domain/wiring/rules.server.ts";
import { env } from "#app/config/env.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { database } from "#db/connection.server.ts";
import { readBodyAs, requireBearer } from "../api/bearer.server.ts";
import { readBody } from "../api/body.ts";
import { limitHeaders, tooManyCalls } from "../api/limits.ts";
import { Problem, statusOf } from "../api/problem.ts";
import { toProblem } from "../api/to-problem.server.ts";

const path = "/mcp";

/**
 * Answers assistants by the Model Context Protocol. Like the API, it comes before anything that is
 * for browsers: it reads no cookie, and the token is the proof.
 */
export const answerMcp: RequestHandler = (req, res, next) => {
  if (signInPaths.has(req.path)) return void answerWithoutSignIn(req, res);
  if (req.path !== path) return next();
  void answer(req, res).catch(next);
};

/**
 * Hosted assistants look here for OAuth (RFC 8414, 9728, 7591). An HTML page would end their search
 * in a riddle.
 */
const signInPaths = new Set([
  "/register",
  ...["oauth-authorization-server", "oauth-protected-resource", "openid-configuration"].flatMap(
    (name) => [`/.well-known/${name}`, `/.well-known/${name}${path}`],
  ),
  `${path}/.well-known/openid-configuration`,
]);

function answerWithoutSignIn(req: ExpressRequest, res: ExpressResponse): void {
  (res.locals.context as AppLoadContext).route = req.path;
  res.status(404).json({
    error: "not_found",
    error_description: "Mila has no OAuth. Give the assistant an access token instead.",
  });
}

async function answer(req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const context = res.locals.context as AppLoadContext;
  context.route = path;
  res.set("Cache-Control", "no-store");
  try {
    const answered = await findAnswer(req, res, context);
    res.status(answered.status);
    for (const [name, value] of answered.headers) res.setHeader(name, value);
    res.end(await answered.text());
  } catch (error) {
    const problem = toProblem(error, context.requestId);
    res.set(problem.more.headers ?? {}).status(statusOf(problem.code));
    const code = problem.code === "bad_request" ? invalidRequest : serverError;
    res.json({ jsonrpc: "2.0", error: { code, message: problem.message }, id: null });
    if (problem.code === "too_large") req.destroy();
  }
}

/** Codes of JSON-RPC 2.0. */
const invalidRequest = -32600;
const serverError = -32000;

async function findAnswer(
  req: ExpressRequest,
  res: ExpressResponse,
  context: AppLoadContext,
): Promise<Response> {
  const origin = env.APP_URL ?? `http://${req.headers.host}`;
  // A page of another site may reach Mila through the browser of somebody at home.
  if (req.headers.origin !== undefined && req.headers.origin !== origin)
    throw new Problem("forbidden", "Other websites may not call this address.");
  if (req.method !== "POST")
    throw new Problem(
      "method_not_allowed",
      "Send messages by POST. There is no stream to listen to.",
      {
        headers: { Allow: "POST" },
      },
    );
  const bearer = await requireBearer(database(), req, context.ipAddress);
  const { userId, householdId } = bearer;
  Object.assign(context, { userId, householdId });
  if (!allowInMemory("api_calls", userId)) throw tooManyCalls("api_calls", userId);
  res.set(limitHeaders("api_calls", userId));
  const { value } = await readBodyAs(database(), req, bearer, readBody);
  if (Array.isArray(value)) throw new Problem("bad_request", "Send one message at a time.");
  // Few families have an assistant, and the protocol's package takes memory.
  const { serve } = await import("./serve.server.ts");
  const headers = new Headers();
  for (const name of ["accept", "content-type", "mcp-protocol-version"])
    if (typeof req.headers[name] === "string") headers.set(name, req.headers[name]);
  const { requestId, logInfo } = context;
  const request = new Request(`${origin}${path}`, { method: "POST", headers });
  return serve(request, value, { bearer, origin, requestId, logInfo });
}
