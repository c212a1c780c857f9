import pLimit from "p-limit";

interface Work {
  begun: Promise<void>;
  ended: Promise<void>;
}

/** Runs this many pieces of work at a time. @param work never throws */
export function createPlaces(count: number, work: (id: string) => Promise<unknown>) {
  const limit = pLimit(count);
  const taken = new Set<Promise<void>>();
  return {
    take(id: string): Work {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const ended = limit(async () => {
        begin();
        await work(id);
        taken.delete(ended);
      });
      taken.add(ended);
      return { begun, ended };
    },
    /** Resolves once all work has ended. */
    async empty(): Promise<void> {
      await Promise.all(taken);
    },
  };
}
