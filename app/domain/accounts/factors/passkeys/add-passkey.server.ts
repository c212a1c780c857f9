import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { hasFactor } from "../factors.server.ts";
import { replaceRecoveryCodes } from "../recovery-codes.server.ts";
import { newChallenge, spendChallenge } from "./challenge.server.ts";
import type { Registration } from "./input.ts";
import { findCredentials } from "./passkeys.server.ts";
import type { PasskeySite } from "./site.server.ts";

const maxPasskeys = 20;

/** EdDSA, ES256 and RS256. Node's newer ones are experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** For `navigator.credentials.create`. */
export async function passkeyCreationOptions(
  db: Kysely<Database>,
  { userId, email }: { userId: string; email: string },
  { rpId }: PasskeySite,
  encryptionKey: string,
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: "Mila",
    rpID: rpId,
    userName: email,
    userDisplayName: email,
    userID: new TextEncoder().encode(userId),
    challenge: newChallenge(`add:${userId}`, encryptionKey),
    excludeCredentials: await findCredentials(db, userId),
    supportedAlgorithmIDs,
    // Security keys that can do neither still serve as a second step.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** @returns recovery codes with the user's first factor; nobody can see them again */
export async function addPasskey(
  db: Kysely<Database>,
  {
    userId,
    name,
    response,
    source,
  }: { userId: string; name: string; response: Registration; source?: AuditSource },
  site: PasskeySite,
  encryptionKey: string,
): Promise<
  { status: "added"; recoveryCodes: string[] | null } | { status: "refused" | "too_many" }
> {
  const expectedChallenge = await spendChallenge(
    db,
    response.response.clientDataJSON,
    `add:${userId}`,
    encryptionKey,
  );
  const credential = expectedChallenge && (await verify(response, expectedChallenge, site));
  if (!credential) return { status: "refused" };
  const now = nowIso();
  const row = {
    id: newId(),
    user_id: userId,
    name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: (response.response.transports ?? []).join(" "),
    created_at: now,
  };
  return db.transaction().execute(async (trx) => {
    if ((await findCredentials(trx, userId)).length >= maxPasskeys)
      return { status: "too_many" as const };
    const isFirst = !(await hasFactor(trx, userId));
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("passkeys")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return { status: "refused" as const };
    await recordAudit(trx, { kind: "factor_added", userId, source }, now);
    const recoveryCodes = isFirst
      ? await replaceRecoveryCodes(trx, userId, encryptionKey, now)
      : null;
    return { status: "added" as const, recoveryCodes };
  });
}

async function verify(
  response: Registration,
  expectedChallenge: string,
  { origin, rpId }: PasskeySite,
) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => null);
  return verified?.registrationInfo?.credential;
}
