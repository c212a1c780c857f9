import { hashWithArgon2, verifyArgon2 } from "#app/services/argon2.server.ts";

const maxConcurrent = 2;

let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hashWithArgon2(password));
}

/** Takes as long without a hash, so that the time does not reveal whether an account exists. */
export async function passwordMatches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await limitConcurrency(async () => verifyArgon2(passwordHash ?? (await dummyHash()), password));
  return matches && Boolean(passwordHash);
}

let cachedDummyHash: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashWithArgon2("the password of nobody"));
}

/** Each hash takes 64 MiB and a thread of the pool that files and DNS also use. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
