const maxBatchSize = 100;
/** Shorter than a commit, which waits for the disk. */
const windowMs = 3;

/** Options of a DataLoader: what is written within the window shares a transaction. */
export const sharedCommit = {
  maxBatchSize,
  batchScheduleFn: (run: () => void) => void setTimeout(run, windowMs),
};
