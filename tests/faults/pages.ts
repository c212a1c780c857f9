import { setTimeout as pause } from "node:timers/promises";
import { type FamilyAtWeb, postTask } from "./family-at-web.ts";

/** A user who browses and adds tasks during a fault. */
export interface Browsing {
  end: () => Promise<{ requests: number; failed: number; p99: number }>;
}

const everyMs = 100;

/** Requests a page ten times a second and adds a task every fifth time. */
export function browse(family: FamilyAtWeb): Browsing {
  const times: number[] = [];
  let failed = 0;
  const ending = new AbortController();
  async function ask(turn: number): Promise<void> {
    const startedAt = performance.now();
    const isPost = turn % 5 === 4;
    const answer = await (isPost
      ? postTask(family, 900_000 + turn)
      : family.get("/dashboard").catch(() => null));
    await answer?.arrayBuffer();
    if (answer?.status !== (isPost ? 303 : 200)) failed += 1;
    times.push(performance.now() - startedAt);
  }
  const browsing = (async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      // First, so that connections the server closed meanwhile are known to be closed.
      await pause(everyMs);
      await ask(turn);
    }
  })();
  return {
    async end() {
      ending.abort();
      await browsing;
      const sorted = times.toSorted((one, other) => one - other);
      return {
        requests: times.length,
        failed,
        p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      };
    },
  };
}
