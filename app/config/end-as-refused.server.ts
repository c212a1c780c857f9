import type { Logger } from "pino";

/**
 * Why this process must end: everything is moved elsewhere, or a newer version has removed from the
 * database what this one needs.
 */
export type Refusal = "moved" | "outdated";

const words: Record<Refusal, string> = {
  moved: "everything in the database of DATABASE_URL is moved elsewhere, so Mila ends here",
  outdated:
    "a newer version of Mila has removed from the database what this one needs, " +
    "so it ends here: start the newer version",
};

/** Ends this process in order, because it may not use the database. */
export function endAsRefused(log: Pick<Logger, "error">, why: Refusal): void {
  log.error(words[why]);
  process.kill(process.pid, "SIGTERM");
}
