import { performance } from "node:perf_hooks";
import { matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { log } from "#app/config/log.server.ts";
import { logAnswer, logRefusal } from "./repeats.ts";
import { livePath } from "./live.ts";
import { isDecodable } from "./well-formed.ts";
import { countAnswer, getContext } from "./request-context.ts";

/** Logs the route's pattern, because URLs contain ids, tokens and whatever people typed. */
export function accessLog(routesFor: (path: string) => ServerBuild["routes"]): RequestHandler {
  const routeOf = (path: string) =>
    path === livePath ? livePath : routePattern(path, routesFor(path));
  return (req, res, next) => {
    const arrivedAt = performance.now();
    res.once("close", () => {
      countAnswer(res.statusCode);
      const user = getContext(res)?.userId;
      const line = {
        method: req.method,
        route: getContext(res)?.route ?? routeOf(req.path),
        status: res.statusCode,
      };
      const ms = Math.round((performance.now() - arrivedAt) * 100) / 100;
      const details = {
        ms,
        requestId: getContext(res)?.requestId,
        ...(!res.writableFinished && { aborted: true }),
      };
      if (isRefusal({ ...line, user })) logRefusal({ ...line, user }, details);
      else if (line.status < 500) logAnswer({ ...line, user }, details);
      else log.info({ ...line, user, ...details });
    });
    next();
  };
}

/**
 * True also for redirects to the sign-in page, and for refusals while Mila is busy. Mila's own
 * errors are logged one by one.
 */
function isRefusal({
  route,
  status,
  user,
}: {
  route: string;
  status: number;
  user: string | undefined;
}): boolean {
  const sendsToSignIn =
    user === undefined && status >= 300 && status < 400 && !route.startsWith("/auth");
  return (status >= 400 && status < 500) || status === 503 || sendsToSignIn;
}

function routePattern(url: string, routes: ServerBuild["routes"]): string {
  if (url.startsWith("/assets/")) return "/assets/*";
  // The router would log the whole URL.
  if (!isDecodable(url)) return "(none)";
  const page = url === "/_root.data" ? "/" : url.replace(/\.data$/, "");
  const candidates = Object.values(routes).flatMap(({ id, path, index, parentId }) =>
    parentId ? [index ? { id, index: true as const } : { id, path }] : [],
  );
  const match = matchRoutes(candidates, page)?.at(-1);
  return match ? `/${match.route.path ?? ""}` : "(none)";
}
