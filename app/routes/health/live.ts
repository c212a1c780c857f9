import { isWorkerDown } from "#app/web/monitoring/worker-down.server.ts";

export { getOnly as action } from "#app/web/http-errors.server.ts";

/** Fails only if restarting the container may help: pages work without a worker. */
export function loader() {
  if (isWorkerDown()) return Response.json({ status: "error", worker: "not starting" }, { status: 503 });
  return Response.json({ status: "ok" });
}
