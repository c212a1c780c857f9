import { setTimeout as sleep } from "node:timers/promises";
import { recordSignInFailure } from "#app/domain/accounts/sessions/sign-in.server.ts";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { database } from "#db/connection.server.ts";
import { auditSource } from "./audit-source.server.ts";
import { countedAs } from "./device.server.ts";

export const tooManyTriesMessage = "Too many tries. Please wait 15 minutes, then try again.";

interface Attempt {
  request: Request;
  email: string;
  context: { ipAddress: string; userAgent: string };
}

/** @param find returns null if the password is wrong */
export async function checkPassword(
  { request, email, context }: Attempt,
  find: () => Promise<string | null>,
): Promise<{ refused: true } | { refused: false; userId: string | null }> {
  const ipAddress = await countedAs({ request, email, ipAddress: context.ipAddress });
  const limit = await beginSignIn(database(), { email, ipAddress });
  if (limit.refused) return limit;
  await sleep(limit.delayMs);
  const userId = await find();
  if (userId === null) await recordSignInFailure(database(), email, auditSource(context));
  else await limit.succeed();
  return { refused: false, userId };
}
