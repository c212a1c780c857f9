import { createTurns, type Turn } from "./hash-turns.ts";

const maxWaitMs = 3_000;

/** Thrown before the work begins. */
export class TooManyInTurn extends Error {}

let isTaken = false;
const turns = createTurns();

/**
 * Does one thing at a time that strangers can ask for. A hash takes 64 MiB and a core, and everybody else's pages need
 * one, too.
 * @throws TooManyInTurn after 3 s without a turn
 */
export async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (isTaken) await waitForTurn(turn);
  isTaken = true;
  try {
    return await work();
  } finally {
    isTaken = turns.next();
  }
}

function waitForTurn(turn: Turn): Promise<void> {
  return new Promise((resolve, reject) => {
    const { withdraw } = turns.add(turn, () => {
      clearTimeout(timer);
      resolve();
    });
    const timer = setTimeout(() => {
      withdraw();
      reject(new TooManyInTurn());
    }, maxWaitMs);
  });
}
