import { pino } from "pino";
import { env } from "./env.server.ts";

// A development dependency, so the image doesn't have it.
const prettyStream =
  env.NODE_ENV === "development"
    ? (await import("pino-pretty")).default({ singleLine: true, sync: true })
    : undefined;

/** Lines are batched, because each write also wakes the program that reads the log. */
const batchMs = 20;

/** Never log bodies, tokens or email addresses. */
export const log = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  },
  prettyStream ?? bufferedOutput(),
);

// Replaces Node's own listener, which writes plain text and is off in production. The check is
// needed because the server loads two copies of this module.
if (process.listenerCount("warning") === 0)
  process.on("warning", (err) => log.warn({ err }, "Node warns"));

/** Omits what libraries attach to their errors, such as a request with its cookies. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  const errors = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {};
  return { type, message, stack, ...("code" in error && { code: String(error.code) }), ...errors };
}

/**
 * Drops lines beyond a megabyte. By default, pino waits for every write, and exits when one fails.
 */
function bufferedOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: 1_000_000 });
  output.on("error", () => undefined);
  let lines = "";
  const flush = () => {
    output.write(lines);
    lines = "";
  };
  // Runs before pino's own exit handler, which flushes its buffer.
  process.prependListener("exit", flush);
  return {
    write(line: string) {
      if (lines === "") setTimeout(flush, batchMs).unref();
      lines += line;
    },
  };
}
