import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Collects sooner, which costs some CPU but halves the memory after a busy hour. Frees finished
// compilations at once: many would wait for a background thread, and the C library keeps the space
// of all of them.
const flags = ["--heap-growing-percent=60", "--no-maglev-destroy-on-background"];

const checkMs = 20_000;
const quietShare = 0.03;
/**
 * Collects once a minute while it is quiet, because the worker's routine leaves 2 MB of garbage a
 * minute.
 */
const checksPerCollection = 3;

/**
 * Call it once everything is loaded. V8 refuses cached code that was compiled with other flags, so
 * the cache is saved before the flags change.
 */
export function saveMemory(): void {
  flushCompileCache();
  flags.forEach(setFlagsFromString);
  collectWhenQuiet();
}

/**
 * V8 only collects while it allocates, so what a start or a busy hour left would stay in memory as
 * long as little happens.
 */
export function collectWhenQuiet(): void {
  let quietChecks = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isQuiet = (user + system) / 1_000 < checkMs * quietShare;
    if (isQuiet && quietChecks % checksPerCollection === 0)
      collectGarbage(quietChecks === 0 ? "last-resort" : "regular");
    quietChecks = isQuiet ? quietChecks + 1 : 0;
  }, checkMs).unref();
}

/** V8's last-resort collection frees 1 to 2 MB more per process, but takes three times as long. */
function collectGarbage(flavor: "regular" | "last-resort"): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: {
    type: "major";
    flavor: typeof flavor;
  }) => void;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor });
}
