import { setTimeout as sleep } from "node:timers/promises";
import { recordWrongPassword } from "#app/domain/accounts/audit/wrong-passwords.server.ts";
import type { Requester } from "#app/domain/accounts/credentials/fair-queue.ts";
import {
  beginSignIn,
  type SignInStep,
} from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { database } from "#db/connection.server.ts";
import { auditSource } from "../audit-source.server.ts";
import { findAttemptSource } from "./device.server.ts";
import { busyMessage, unlessBusy } from "./unless-busy.server.ts";

export const tooManyTriesMessage = "Too many tries. Please wait 15 minutes, then try again.";
const tooMany = { refused: true, status: 429, message: tooManyTriesMessage } as const;
const busy = { refused: true, status: 503, message: busyMessage } as const;

interface Attempt {
  request: Request;
  email: string;
  context: { ipAddress: string; userAgent: string };
}

type Checked = typeof tooMany | typeof busy | { refused: false; userId: string | null };

/** @param find returns null if the password is wrong */
export async function checkPassword(
  attempt: Attempt,
  find: (requester: Requester) => Promise<string | null>,
): Promise<Checked> {
  const checked = await checkLimited(attempt, "password", find);
  if (!checked.refused && checked.userId === null) {
    await recordWrongPassword(database(), attempt.email, auditSource(attempt.context));
  }
  return checked;
}

/** @param find returns null if the input is wrong */
export async function checkLimited(
  { request, email, context }: Attempt,
  step: SignInStep,
  find: (requester: Requester) => Promise<string | null>,
): Promise<Checked> {
  const { ipAddress: network } = context;
  const counted = await findAttemptSource({ request, email, ipAddress: network });
  const limit = await beginSignIn(database(), { email, step, ...counted });
  if (limit.refused) return tooMany;
  await sleep(limit.delayMs);
  const userId = await unlessBusy(
    find({ account: email, network, isKnown: counted.isKnownDevice }),
  );
  if (userId === "busy") {
    await limit.succeed();
    return busy;
  }
  if (userId !== null) await limit.succeed();
  return { refused: false, userId };
}
