import { setTimeout as sleep } from "node:timers/promises";
import { type SignInAttempt, beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { database } from "#db/connection.server.ts";

export const tooManyTriesMessage = "Too many tries. Please wait 15 minutes, then try again.";

/** @param find returns null or throws if the password is wrong */
export async function checkPassword<UserId extends string | null>(
  from: SignInAttempt,
  find: () => Promise<UserId>,
): Promise<{ refused: true } | { refused: false; userId: UserId }> {
  const limit = await beginSignIn(database(), from);
  if (limit.refused) return limit;
  await sleep(limit.delayMs);
  const userId = await find();
  if (userId !== null) await limit.succeed();
  return { refused: false, userId };
}
