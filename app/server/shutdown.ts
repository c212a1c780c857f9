import type { Server } from "node:http";

const timeoutMs = 5_000;

/**
 * Stops on SIGTERM, Ctrl-C or the parent's end, and waits up to 5 s for running requests. Ctrl-C arrives twice, from
 * terminal and parent.
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
