import { pino } from "pino";
import { env } from "./env.server.ts";

// A tool of development only, so the image does not have it.
const readable =
  env.NODE_ENV === "development" ? (await import("pino-pretty")).default({ singleLine: true, sync: true }) : undefined;

/** JSON lines in production, readable ones in development. Never bodies, tokens or addresses. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, readable ?? patientOutput());

/**
 * A full disk, or a pipe that nobody reads, costs lines of the log and nothing else: what cannot be written is kept, up to
 * a megabyte, and what is beyond that is dropped. By itself pino waits for every write, and ends the process over one
 * that fails.
 */
function patientOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: 1_000_000 });
  output.on("error", () => undefined);
  return output;
}
