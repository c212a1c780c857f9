import type { Server } from "node:http";

const patienceMs = 5_000;

/** On SIGTERM or Ctrl-C: no new requests, the running ones may end, then out; 5 s at most. */
export function stopOnSignals(server: Server): void {
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
