import type { Server } from "node:http";

const timeoutMs = 5_000;

/**
 * Stops on SIGTERM, on Ctrl-C and when the parent process is gone: refuses new requests, and waits at most 5 s for running
 * ones. Ctrl-C arrives twice, from the terminal and from the parent.
 */
export function stopGracefully(server: Server): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), timeoutMs).unref();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
}
