/** Thrown after too long a wait, or when too many wait. */
export class LineTooLong extends Error {}

const [maxWaitMs, maxWaiting] = [10_000, 50];

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

/** Lets `max` of the same key be at work at a time; the others wait, first come, first served. */
export function createLines(max: number) {
  const lines = new Map<string, Line>();

  /** @returns a function that ends the work. @throws LineTooLong */
  async function enter(key: string): Promise<() => void> {
    const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.taken >= max) await waitIn(line);
    else line.taken += 1;
    return () => leave(key, line);
  }

  function leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) return next();
    line.taken -= 1;
    if (line.taken === 0) lines.delete(key);
  }

  return enter;
}

function waitIn({ waiting }: Line): Promise<void> {
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
