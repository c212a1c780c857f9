import { setTimeout as sleep } from "node:timers/promises";
import type { AppLoadContext } from "@remix-run/node";
import { findByPassword, findWaysIn } from "#app/domain/accounts/account.server.ts";
import { beginSignIn } from "#app/domain/accounts/sign-in-limit.server.ts";
import { database } from "#db/connection.server.ts";

/**
 * Whether the viewer knows their own password: asked again before what cannot be taken back, and counted like signing
 * in. Null when it is theirs, else what stands beside the field and the answer's status.
 */
export async function refuseOwnPassword(
  { userId }: { userId: string },
  password: string,
  { ipAddress }: AppLoadContext,
): Promise<{ status: number; errors: string[] } | null> {
  const { email, hasPassword } = await findWaysIn(database(), userId);
  if (!hasPassword) return { status: 400, errors: ["You have no password yet. Choose one first, on the page Account"] };
  const limit = await beginSignIn(database(), { email, ipAddress });
  if (limit.refused) {
    return { status: 429, errors: ["Too many tries from here. Please wait a quarter of an hour, then try again."] };
  }
  await sleep(limit.delayMs);
  if ((await findByPassword(database(), email, password)) !== userId) {
    return { status: 400, errors: ["That is not your password"] };
  }
  await limit.succeed();
  return null;
}
