/** Pino's level for errors. */
const level = 50;

/** Writes a line such as the server and the worker write, without the packages that they need for it. */
export function logError(msg: string): void {
  console.error(JSON.stringify({ level, time: new Date().toISOString(), msg }));
}
