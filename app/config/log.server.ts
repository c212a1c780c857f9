import { pino } from "pino";
import { env } from "./env.server.ts";

// A development dependency: the image does not have it.
const readable =
  env.NODE_ENV === "development" ? (await import("pino-pretty")).default({ singleLine: true, sync: true }) : undefined;

/** JSON lines in production, readable ones in development. Never with bodies, tokens or addresses. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, readable ?? bufferedOutput());

/**
 * Keeps up to a megabyte when a disk is full or nobody reads the pipe, and drops the rest. By default pino waits for
 * every write, and exits when one fails.
 */
function bufferedOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: 1_000_000 });
  output.on("error", () => undefined);
  return output;
}
