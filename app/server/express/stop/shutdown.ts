import type { Server } from "node:http";

const timeoutMs = 5_000;

/** Lets running requests finish. Ctrl-C arrives twice, from the terminal and the parent. */
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
