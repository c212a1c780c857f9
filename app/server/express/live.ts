import type { RequestHandler } from "express";

export const livePath = "/health/live";

/** True if the worker could not be restarted for three minutes. */
let isWorkerDown = false;

// Sent by `npm start`, which starts the worker. A worker in another container does not count.
process.on("message", (message: { isWorkerDown?: boolean }) => {
  isWorkerDown = message.isWorkerDown ?? isWorkerDown;
});

/**
 * Fails only if restarting the container may help: pages work without a worker. Bypasses Remix,
 * because it is asked often.
 */
export const answerLive: RequestHandler = (req, res) => {
  if (req.method === "POST") {
    res.statusCode = 405;
    return void res.setHeader("Allow", "GET, HEAD").end("Only GET is allowed here.");
  }
  res.statusCode = isWorkerDown ? 503 : 200;
  const answer = isWorkerDown ? { status: "error", worker: "not starting" } : { status: "ok" };
  res.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
};
