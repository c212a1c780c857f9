import type { Kysely } from "kysely";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Database } from "#db/schema.ts";

const minutesValid = 5;

export type ChallengePurpose = "sign-in" | `second-step:${string}` | `add:${string}`;

/**
 * Makes a challenge that contains its own expiry and purpose, so that asking for one stores
 * nothing.
 */
export function newChallenge(
  purpose: ChallengePurpose,
  encryptionKey: string,
): Uint8Array<ArrayBuffer> {
  const expiresAt = laterBy(nowIso(), { minutes: minutesValid });
  return new Uint8Array(
    Buffer.from(encrypt(encryptionKey, expiresAt, boundTo(purpose)), "base64url"),
  );
}

/**
 * Returns the challenge in the browser's answer when it comes back for the first time, otherwise
 * null.
 */
export async function spendChallenge(
  db: Kysely<Database>,
  clientDataJSON: string,
  purpose: ChallengePurpose,
  encryptionKey: string,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON);
  const now = nowIso();
  const expiresAt = challenge && decrypt(encryptionKey, challenge, boundTo(purpose));
  if (!challenge || !expiresAt || expiresAt <= now) return null;
  await db
    .deleteFrom("used_challenges")
    .where("used_at", "<", earlierBy(now, { minutes: minutesValid }))
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_challenges")
    .values({ challenge, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? challenge : null;
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]+$/) });

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()))
      .challenge;
  } catch {
    return undefined;
  }
}

function boundTo(purpose: ChallengePurpose): string {
  return `passkey-challenge:${purpose}`;
}
