import type { Server } from "node:http";

const patienceMs = 5_000;

/**
 * On SIGTERM, on Ctrl-C, and when the process that started this one is gone: no new requests, the running ones may end,
 * then out; 5 s at most. Ctrl-C comes twice, from the terminal and from the parent.
 */
export function stopWhenAsked(server: Server): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
}
