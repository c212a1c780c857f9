import type { Logger } from "pino";

/**
 * Everything is moved elsewhere, or a newer version has taken away what this one needs: this
 * process must end.
 */
export type Refusal = "moved" | "outdated";

const words: Record<Refusal, string> = {
  moved: "everything in the database of DATABASE_URL is moved elsewhere, so Mila ends here",
  outdated:
    "a newer Mila has taken away what this version needs in the database, so it ends here: start the newer one",
};

/** Ends this process in order, because it may not use the database. */
export function endAsRefused(log: Pick<Logger, "error">, why: Refusal): void {
  log.error(words[why]);
  process.kill(process.pid, "SIGTERM");
}
