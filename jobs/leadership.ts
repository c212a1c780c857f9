import { EventEmitter, once } from "node:events";
import type { Routine } from "./routine.ts";

/** Lets routines run on one worker of all machines (db/dialects/postgres/session.ts says which). */
export function createLeadership() {
  const changes = new EventEmitter().setMaxListeners(0);
  let leading: AbortController | undefined;

  /** Waits until this worker leads. Returns what ends that, or undefined if it stops before. */
  async function untilLeading(signal: AbortSignal): Promise<AbortSignal | undefined> {
    if (leading) return leading.signal;
    const [term] = await once(changes, "gained", { signal }).catch(() => []);
    return term as AbortSignal | undefined;
  }

  return {
    gain(): void {
      leading = new AbortController();
      changes.emit("gained", leading.signal);
    },
    /** Ends the waits for others of routines that run. */
    lose(): void {
      leading?.abort();
      leading = undefined;
    },
    /** Makes a routine wait until this worker leads. A new leader runs all of them at once. */
    led: (routine: Routine): Routine => ({
      ...routine,
      run: async (signal) => {
        const term = await untilLeading(signal);
        if (term) await routine.run(AbortSignal.any([signal, term]));
      },
    }),
  };
}

export type Leadership = ReturnType<typeof createLeadership>;
