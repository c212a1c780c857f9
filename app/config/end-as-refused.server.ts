import type { Logger } from "pino";

/** Ends this process in order, because its database is no longer in use. */
export function endAsMoved(log: Pick<Logger, "error">): void {
  log.error("everything in the database of DATABASE_URL is moved elsewhere, so Mila ends here");
  process.kill(process.pid, "SIGTERM");
}
