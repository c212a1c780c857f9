import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Collecting sooner costs some CPU, but halves the memory after a busy hour. Where compilations are freed in the
// background, many wait for it at a time, and the C library keeps the space of all.
const flags = ["--heap-growing-percent=60", "--no-maglev-destroy-on-background"];

const checkMs = 20_000;
const quietShare = 0.03;
/** While it stays quiet: what the worker does each second leaves 2 MB a minute. */
const checksPerCollection = 3;

/**
 * Call it once all is loaded. V8 refuses compiled code that was kept with other flags, so Node keeps it before they
 * change, and lets go of what it has read.
 */
export function saveMemory(): void {
  flushCompileCache();
  flags.forEach(setFlagsFromString);
  collectWhenQuiet();
}

/**
 * V8 collects while it allocates. What a start or a busy hour left would stay for as long as little
 * happens.
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
