import { log } from "#app/config/log.server.ts";

const intervalMs = 60_000;
const loggedOneByOne = { refusals: 10, answers: 1_000 };

interface Counted {
  line: object;
  max: number;
  times: number;
}

const counts = new Map<string, Counted>();

/**
 * Logs ten refusals of a kind one by one, and further ones within a minute as one line with their
 * count, so that repeating them at full speed does not fill the disk.
 * @param line the same for all of a kind
 * @param details of this one
 */
export function logRefusal(line: object, details: object = {}): void {
  logRepeated(line, details, loggedOneByOne.refusals);
}

/**
 * Logs a thousand responses of a kind one by one, and further ones within a minute in the same way
 * as refusals.
 */
export function logAnswer(line: object, details: object): void {
  logRepeated(line, details, loggedOneByOne.answers);
}

function logRepeated(line: object, details: object, max: number): void {
  const key = JSON.stringify(line);
  const counted = counts.get(key) ?? start(key, line, max);
  counted.times += 1;
  if (counted.times <= max) log.info({ ...line, ...details });
}

function start(key: string, line: object, max: number): Counted {
  const counted = { line, max, times: 0 };
  counts.set(key, counted);
  setTimeout(() => finish(key), intervalMs).unref();
  return counted;
}

function finish(key: string): void {
  const { line, max, times } = counts.get(key) ?? { line: {}, max: 0, times: 0 };
  counts.delete(key);
  if (times > max) log.info({ ...line, times: times - max });
}

// Runs before the log's own listener, which writes its last lines.
process.prependListener("exit", () => {
  for (const key of counts.keys()) finish(key);
});
