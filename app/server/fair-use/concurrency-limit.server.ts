import { setImmediate as nextTick } from "node:timers/promises";

/**
 * Thrown after too long a wait, or when too many wait. The server recognizes it by its code
 * (app/server/express/error-id.ts).
 */
export class QueueFull extends Error {
  readonly code = "CROWDED";
}

const maxWaiting = 50;
const maxRestMs = 250;

interface Queue {
  running: number;
  waiting: Set<() => void>;
}

/**
 * Runs at most `max` requests of a key at a time; the others wait, first come, first served. A slot
 * then stays free for as long as its request took, so that other keys get half of the time.
 */
export function createConcurrencyLimit(
  max: number,
  { maxWaitMs = 10_000 }: { maxWaitMs?: number } = {},
) {
  const queues = new Map<string, Queue>();

  /** @returns `leave`, which frees the slot. @throws QueueFull */
  async function enter(key: string): Promise<{ leave: () => void; hasWaited: boolean }> {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    const hasWaited = queue.running >= max;
    if (hasWaited) await waitIn(queue, maxWaitMs);
    else queue.running += 1;
    // Rendering a page never pauses: without this, all waiting pages would be rendered before the
    // next request is read.
    await nextTick();
    const startedAt = performance.now();
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      const restMs = Math.min(performance.now() - startedAt, maxRestMs);
      setTimeout(() => startNext(key, queue), restMs).unref();
    };
    return { leave, hasWaited };
  }

  function startNext(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }

  return enter;
}

function waitIn({ waiting }: Queue, maxWaitMs: number): Promise<void> {
  if (waiting.size >= maxWaiting) throw new QueueFull();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(start);
      reject(new QueueFull());
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
