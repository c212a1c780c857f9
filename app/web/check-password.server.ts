import { setTimeout as sleep } from "node:timers/promises";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { database } from "#db/connection.server.ts";

/** Said to whoever tries again after 30 failures in a quarter of an hour. */
export const tooManyTriesMessage = "Too many tries from here. Please wait a quarter of an hour, then try again.";

/**
 * Looks for the user whose password somebody gives, as a try to sign in: it is counted, made to wait or refused, and
 * forgotten when it finds one.
 * @param find null or a throw when the password is wrong
 */
export async function checkPassword<UserId extends string | null>(
  from: { email: string; ipAddress: string },
  find: () => Promise<UserId>,
): Promise<{ refused: true } | { refused: false; userId: UserId }> {
  const limit = await beginSignIn(database(), from);
  if (limit.refused) return limit;
  await sleep(limit.delayMs);
  const userId = await find();
  if (userId !== null) await limit.succeed();
  return { refused: false, userId };
}
