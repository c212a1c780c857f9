import { setTimeout as pause } from "node:timers/promises";
import { type FamilyAtWeb, postTask } from "./family-at-web.ts";

/** A user who browses and adds tasks during a fault. */
export interface Browsing {
  end: () => Promise<Browsed>;
}

interface Browsed {
  requests: number;
  failed: number;
  p99: number;
  answers: PageAnswer[];
}

export interface PageAnswer {
  /** The number of the task that it should have saved. */
  posted: number | null;
  startedAt: number;
  ms: number;
  /** 0 without an answer. */
  status: number;
  saysAway: boolean;
}

const everyMs = 100;

/**
 * Requests a page ten times a second and adds a task every fifth time.
 * @param first the number of the first task
 */
export function browse(family: FamilyAtWeb, first = 900_000): Browsing {
  const answers: PageAnswer[] = [];
  const ending = new AbortController();
  async function ask(turn: number): Promise<void> {
    const startedAt = performance.now();
    const posted = turn % 5 === 4 ? first + turn : null;
    const answer = await (posted === null
      ? family.get("/dashboard").catch(() => null)
      : postTask(family, posted));
    const text = (await answer?.text()) ?? "";
    const ms = performance.now() - startedAt;
    const saysAway = text.includes("database can't be reached");
    answers.push({ posted, startedAt, ms, status: answer?.status ?? 0, saysAway });
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
      const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
      return {
        requests: answers.length,
        failed: answers.filter((answer) => !isGood(answer)).length,
        p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
        answers,
      };
    },
  };
}

/** True if it shows the page, or has saved the task. */
export function isGood({ posted, status }: PageAnswer): boolean {
  return status === (posted === null ? 200 : 303);
}
