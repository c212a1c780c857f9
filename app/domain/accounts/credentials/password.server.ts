import { hashWithArgon2, verifyArgon2 } from "#app/services/argon2.server.ts";
import type { Requester } from "./fair-queue.ts";
import { runInFairQueue } from "./run-in-fair-queue.server.ts";

/** @throws FairQueueTimeout after 3 s in the queue */
export async function hashPassword(password: string, requester: Requester): Promise<string> {
  return runInFairQueue(requester, () => hashWithArgon2(password));
}

/**
 * Takes as long without a hash, so that the time does not reveal whether an account exists.
 * @throws FairQueueTimeout after 3 s in the queue
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null | undefined,
  requester: Requester,
): Promise<boolean> {
  const matches = await runInFairQueue(requester, async () =>
    verifyArgon2(passwordHash ?? (await dummyHash()), password),
  );
  return matches && Boolean(passwordHash);
}

let cachedDummyHash: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashWithArgon2("the password of nobody"));
}
