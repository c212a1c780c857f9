import { hashWithArgon2, verifyArgon2 } from "#app/services/argon2.server.ts";
import { createTurns, type Turn } from "./hash-turns.ts";

const maxConcurrent = 2;
const maxWaitMs = 3_000;

/** Thrown before a password is looked at. */
export class PasswordsBusy extends Error {}

let running = 0;
const turns = createTurns();

/** @throws PasswordsBusy after 3 s without a turn */
export async function hashPassword(password: string, turn: Turn): Promise<string> {
  return limitConcurrency(turn, () => hashWithArgon2(password));
}

/**
 * Takes as long without a hash, so that the time does not reveal whether an account exists.
 * @throws PasswordsBusy after 3 s without a turn
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null | undefined,
  turn: Turn,
): Promise<boolean> {
  const matches = await limitConcurrency(turn, async () => verifyArgon2(passwordHash ?? (await dummyHash()), password));
  return matches && Boolean(passwordHash);
}

let cachedDummyHash: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashWithArgon2("the password of nobody"));
}

/** Each hash takes 64 MiB and a thread of the pool that files and DNS also use. */
async function limitConcurrency<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await waitForTurn(turn);
  else running += 1;
  try {
    return await work();
  } finally {
    if (!turns.next()) running -= 1;
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
      reject(new PasswordsBusy());
    }, maxWaitMs);
  });
}
