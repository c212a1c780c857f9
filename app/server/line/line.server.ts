import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Thrown after too long a wait, or when too many wait. The server knows it by its code
 * (app/server/express/errors).
 */
export class LineTooLong extends Error {
  readonly code = "CROWDED";
}

const maxWaiting = 50;
const maxRestMs = 250;

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

/**
 * Lets `max` of the same key be at work at a time; the others wait, first come, first served. A place rests for as long
 * as its work took: however much one key asks for, the others get half of the time.
 */
export function createLines(max: number, { maxWaitMs = 10_000 }: { maxWaitMs?: number } = {}) {
  const lines = new Map<string, Line>();

  /** `leave` ends the work, once. @throws LineTooLong */
  async function enter(key: string): Promise<{ leave: () => void; hasWaited: boolean }> {
    const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
    lines.set(key, line);
    const hasWaited = line.taken >= max;
    if (hasWaited) await waitIn(line, maxWaitMs);
    else line.taken += 1;
    // Pages are made without a pause: otherwise one after the other would be, before the next request is even read.
    await nextTurn();
    const startedAt = performance.now();
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      const restMs = Math.min(performance.now() - startedAt, maxRestMs);
      setTimeout(() => handOver(key, line), restMs).unref();
    };
    return { leave, hasWaited };
  }

  function handOver(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) return next();
    line.taken -= 1;
    if (line.taken === 0) lines.delete(key);
  }

  return enter;
}

function waitIn({ waiting }: Line, maxWaitMs: number): Promise<void> {
  if (waiting.size >= maxWaiting) throw new LineTooLong();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(start);
      reject(new LineTooLong());
    };
    const timeout = setTimeout(giveUp, maxWaitMs);
    const start = () => {
      waiting.delete(start);
      clearTimeout(timeout);
      resolve();
    };
    waiting.add(start);
  });
}
