import { hashWithArgon2, verifyArgon2 } from "#app/services/argon2.server.ts";
import type { Turn } from "./hash-turns.ts";
import { inTurn } from "./in-turn.server.ts";

/** @throws TooManyInTurn after 3 s without a turn */
export async function hashPassword(password: string, turn: Turn): Promise<string> {
  return inTurn(turn, () => hashWithArgon2(password));
}

/**
 * Takes as long without a hash, so that the time does not reveal whether an account exists.
 * @throws TooManyInTurn after 3 s without a turn
 */
export async function passwordMatches(
  password: string,
  passwordHash: string | null | undefined,
  turn: Turn,
): Promise<boolean> {
  const matches = await inTurn(turn, async () =>
    verifyArgon2(passwordHash ?? (await dummyHash()), password),
  );
  return matches && Boolean(passwordHash);
}

let cachedDummyHash: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashWithArgon2("the password of nobody"));
}
