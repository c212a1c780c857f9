import type { LoaderFunctionArgs } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { hasMetricsToken } from "#app/server/monitoring/token.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

/** Serves Prometheus (docs/monitoring.md). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!hasMetricsToken(request)) {
    return new Response("Send the access token.\n", {
      status: 401,
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  // Few installations are watched, so prom-client is loaded only here.
  const { contentType, readMetrics } = await import("#app/server/monitoring/registry.server.ts");
  return new Response(await readMetrics(context.answersByStatus, nowIso()), {
    headers: { "Content-Type": contentType },
  });
}
