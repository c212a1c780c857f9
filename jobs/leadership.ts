import { EventEmitter, once } from "node:events";
import type { Routine } from "./routine.ts";

/** Lets routines run on one worker of all machines (db/dialects/postgres/session.ts says which). */
export function createLeadership() {
  const changes = new EventEmitter().setMaxListeners(0);
  let leading: AbortController | undefined;

  /** Resolves when this worker leads or stops. */
  async function untilLeading(signal: AbortSignal): Promise<void> {
    while (!leading && !signal.aborted)
      await once(changes, "gained", { signal }).catch(() => undefined);
  }

  return {
    gain(): void {
      leading = new AbortController();
      changes.emit("gained");
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
        await untilLeading(signal);
        if (leading) await routine.run(AbortSignal.any([signal, leading.signal]));
      },
    }),
  };
}

export type Leadership = ReturnType<typeof createLeadership>;
