import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import "#app/domain/wiring/rules.server.ts";
import { env } from "#app/config/env.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { database } from "#db/connection.server.ts";
import { countApiChange, limitHeaders, tooManyCalls } from "../api/limits.ts";
import { statusOf } from "../api/problem.ts";
import { toProblem } from "../api/to-problem.server.ts";
import { isTokenValid } from "#app/domain/tokens/find-token.server.ts";
import { type DavBearer, requireDavBearer, unauthorized } from "./bearer.server.ts";
import { DavError } from "./dav-error.ts";
import { readBody } from "./body.ts";
import { base, readPath } from "./paths.ts";
import { requireSafeTransport } from "./safe-transport.server.ts";
import { asText, dav, element, writeXml } from "./xml.ts";

const wellKnown = "/.well-known/caldav";

/**
 * Answers the tasks apps of phones and computers by CalDAV (RFC 4791). Like the API, it comes
 * before anything that is for browsers: it reads no cookie, and the token is the proof.
 */
export const answerDav: RequestHandler = (req, res, next) => {
  if (req.path === wellKnown || req.path === `${wellKnown}/`) {
    (res.locals.context as AppLoadContext).route = wellKnown;
    return void res.set("Location", base).status(301).end();
  }
  if (`${req.path}/` !== base && !req.path.startsWith(base)) return next();
  void answer(req, res).catch(next);
};

const allowedMethods =
  "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL";

async function answer(req: Request, res: Response): Promise<void> {
  const context = res.locals.context as AppLoadContext;
  context.route = `${base}${readPath(req.path)?.type ?? "*"}`;
  res.set({ DAV: "1, 3, extended-mkcol, calendar-access", Vary: "Authorization" });
  try {
    if (req.method === "OPTIONS") return void res.set("Allow", allowedMethods).status(200).end();
    const answered = await findAnswer(req, res, context);
    res.set(answered.headers ?? {}).status(answered.status);
    res.end(req.method === "HEAD" ? undefined : answered.body);
  } catch (error) {
    sendError(req, res, error, context.requestId);
  }
}

async function findAnswer(req: Request, res: Response, context: AppLoadContext) {
  await requireSafeTransport(database(), req);
  const bearer = await requireDavBearer(database(), req, context.ipAddress);
  const { userId, householdId, access } = bearer;
  Object.assign(context, { userId, householdId });
  if (!allowInMemory("api_calls", userId)) throw tooManyCalls("api_calls", userId);
  res.set(limitHeaders("api_calls", userId));
  if (!readingMethods.has(req.method)) {
    if (access === "read") throw mayOnlyRead();
    countApiChange(bearer);
  }
  const text = await readBodyAs(req, bearer);
  // Few families have a client, and what reads its objects takes memory.
  const { serve } = await import("./serve.server.ts");
  const viewer = { ...bearer, timeZone: bearer.timeZone ?? env.MILA_TIME_ZONE ?? "UTC" };
  return serve(req, text, viewer);
}

/** A body that arrives slowly may outlive its token. */
async function readBodyAs(req: Request, bearer: DavBearer): Promise<string> {
  const isHere = req.complete;
  const text = await readBody(req);
  if (isHere || (await isTokenValid(database(), bearer))) return text;
  throw unauthorized("This access token has ended.");
}

const readingMethods = new Set(["GET", "HEAD", "PROPFIND", "REPORT"]);

const mayOnlyRead = () => new DavError(403, "This access token may only read.");

function sendError(req: Request, res: Response, error: unknown, requestId: string): void {
  if (error instanceof DavError) {
    const { condition, headers = {} } = error.more;
    res.set(headers).status(error.status);
    if (condition) {
      res.set("Content-Type", "application/xml; charset=utf-8");
      const words = element(dav("responsedescription"), asText(error.message));
      res.end(writeXml(dav("error"), [condition, words]));
    } else {
      res.set("Content-Type", "text/plain; charset=utf-8");
      res.end(`${error.message}\n`);
    }
    if (error.status === 413) req.destroy();
    return;
  }
  const problem = toProblem(error, requestId);
  res.set(problem.more.headers ?? {}).status(statusOf(problem.code));
  res.set("Content-Type", "text/plain; charset=utf-8").end(`${problem.message}\n`);
}
