import type { Kysely, Selectable, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { PasskeyTable } from "#db/tables/factors.ts";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { type ChallengePurpose, spendChallenge } from "./challenge.server.ts";
import type { Assertion } from "./input.ts";
import type { PasskeySite } from "./site.server.ts";

interface Attempt {
  userId: string;
  response: Assertion;
  source: AuditSource | undefined;
  purpose: ChallengePurpose;
  requireUserVerification: boolean;
}

/** Records whose passkey was accepted or refused. */
export async function acceptAssertion(
  db: Kysely<Database>,
  attempt: Attempt,
  site: PasskeySite,
  encryptionKey: string,
): Promise<boolean> {
  const { response, purpose, source } = attempt;
  const expectedChallenge = await spendChallenge(
    db,
    response.response.clientDataJSON,
    purpose,
    encryptionKey,
  );
  const passkey = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", response.id)
    .where("user_id", "=", attempt.userId)
    .executeTakeFirst();
  const newCounter =
    expectedChallenge && passkey ? await verify(attempt, expectedChallenge, passkey, site) : null;
  return db.transaction().execute(async (trx) => {
    const isAccepted =
      passkey !== undefined && newCounter !== null && (await countUse(trx, passkey, newCounter));
    const userId = passkey || purpose !== "sign-in" ? attempt.userId : null;
    await recordAudit(trx, { kind: isAccepted ? "factor_used" : "factor_failed", userId, source });
    return isAccepted;
  });
}

type Passkey = Pick<Selectable<PasskeyTable>, "id" | "public_key" | "counter">;

/** Returns the device's new counter, or null if the signature is wrong. */
async function verify(
  { response, requireUserVerification }: Attempt,
  expectedChallenge: string,
  { public_key, counter }: Passkey,
  { origin, rpId }: PasskeySite,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
      counter,
    },
    requireUserVerification,
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/**
 * Refuses a repeated counter: a copied device falls behind the original, so only the first of two
 * answers counts.
 */
async function countUse(
  trx: Transaction<Database>,
  { id, counter }: Passkey,
  newCounter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("passkeys")
    .set({ counter: newCounter, last_used_at: nowIso() })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
