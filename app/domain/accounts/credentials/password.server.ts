import { hashByArgon2, verifyArgon2 } from "#app/services/argon2.server.ts";
import { passwordLength } from "../input.ts";

const atOnce = 2;
const commonest = 3_000;

let running = 0;
const waiting: (() => void)[] = [];

/** A salted hash of the password, for `passwordMatches`. */
export async function hashPassword(password: string): Promise<string> {
  return taken(() => hashByArgon2(password));
}

/** Without a hash (nobody has this address) it takes as long, and is false. */
export async function passwordMatches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await taken(async () => verifyArgon2(passwordHash ?? (await someHash()), password));
  return matches && Boolean(passwordHash);
}

/** True for the 3,000 commonest passwords that are long enough to be tried (list: zxcvbn-ts). */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const ranked = (dictionary["passwords-common"] ?? []).filter((entry) => String(entry).length >= passwordLength.min);
  return ranked.slice(0, commonest).includes(password.toLowerCase());
}

let dummy: Promise<string> | undefined;
function someHash(): Promise<string> {
  return (dummy ??= hashByArgon2("the password of nobody"));
}

/** Each hash takes 64 MiB and a thread of the pool that files and DNS use too: two at a time, the others wait. */
async function taken<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
