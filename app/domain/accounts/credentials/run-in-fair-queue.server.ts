import { createFairQueue, type Requester } from "./fair-queue.ts";

const maxWaitMs = 3_000;

/** Thrown before the work begins. */
export class FairQueueTimeout extends Error {}

let isRunning = false;
const queue = createFairQueue();

/**
 * Runs the costly work that strangers can ask for, one piece at a time. A hash takes 64 MiB and a
 * core, and everyone else's pages need one too.
 * @throws FairQueueTimeout after 3 s in the queue
 */
export async function runInFairQueue<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
  if (isRunning) await waitInQueue(requester);
  isRunning = true;
  try {
    return await work();
  } finally {
    isRunning = queue.next();
  }
}

function waitInQueue(requester: Requester): Promise<void> {
  return new Promise((resolve, reject) => {
    const { withdraw } = queue.add(requester, () => {
      clearTimeout(timer);
      resolve();
    });
    const timer = setTimeout(() => {
      withdraw();
      reject(new FairQueueTimeout());
    }, maxWaitMs);
  });
}
