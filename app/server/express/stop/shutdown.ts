import type { Server } from "node:http";
import { env } from "#app/config/env.server.ts";

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

const reasons: Record<string, string> = {
  EADDRINUSE: "is already in use",
  EACCES: "is only for the system's administrator",
};

export function stopWithoutPort({ code = "", message }: NodeJS.ErrnoException): never {
  const reason = reasons[code] ?? `can't be used (${message})`;
  console.error(`Port ${env.PORT} ${reason}. Set another one, for example PORT=3001`);
  process.exit(1);
}
