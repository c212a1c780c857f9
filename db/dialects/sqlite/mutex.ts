/** Lets one caller at a time have something, first come, first served. */
export interface Mutex {
  acquire: () => Promise<void>;
  release: () => void;
  /** True while others wait for it. */
  isWanted: () => boolean;
}

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let isAcquired = false;
  return {
    async acquire() {
      if (isAcquired) await new Promise<void>((resolve) => waiting.push(resolve));
      isAcquired = true;
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else isAcquired = false;
    },
    isWanted: () => waiting.length > 0,
  };
}
