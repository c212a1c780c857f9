import { log } from "#app/config/log.server.ts";

const intervalMs = 60_000;
const loggedOneByOne = 10;

interface Counted {
  line: object;
  times: number;
}

const counts = new Map<string, Counted>();

/**
 * Logs ten refusals of a kind one by one, and those that follow within a minute as one line with their number: whoever
 * repeats them at full speed must not fill the disk.
 * @param line the same for all of a kind
 * @param details of this one
 */
export function logRefusal(line: object, details: object = {}): void {
  const key = JSON.stringify(line);
  const counted = counts.get(key) ?? start(key, line);
  counted.times += 1;
  if (counted.times <= loggedOneByOne) log.info({ ...line, ...details });
}

function start(key: string, line: object): Counted {
  const counted = { line, times: 0 };
  counts.set(key, counted);
  setTimeout(() => finish(key), intervalMs).unref();
  return counted;
}

function finish(key: string): void {
  const { line, times } = counts.get(key) ?? { line: {}, times: 0 };
  counts.delete(key);
  if (times > loggedOneByOne) log.info({ ...line, times: times - loggedOneByOne });
}

// Before the log's own listener, which writes its last lines.
process.prependListener("exit", () => {
  for (const key of counts.keys()) finish(key);
});
