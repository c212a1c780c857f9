/** Pino's level for errors. */
const level = 50;

/**
 * Writes a line in the format of the server and the worker, without the packages that they use for
 * it.
 */
export function logError(msg: string, error?: Error): void {
  const err = error && { type: error.name, message: error.message, stack: error.stack };
  console.error(JSON.stringify({ level, time: new Date().toISOString(), err, msg }));
}
