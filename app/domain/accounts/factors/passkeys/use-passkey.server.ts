import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type ChallengePurpose, newChallenge, spendChallenge } from "./challenge.server.ts";
import type { Assertion } from "./input.ts";
import { findCredentials } from "./passkeys.server.ts";
import type { PasskeySite } from "./site.server.ts";

/** For `navigator.credentials.get`. The browser asks which passkey, and the device who is there. */
export async function passkeySignInOptions({ rpId }: PasskeySite, encryptionKey: string) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const challenge = newChallenge("sign-in", encryptionKey);
  return generateAuthenticationOptions({ rpID: rpId, challenge, userVerification: "required" });
}

/** After the password, having the device is enough. */
export async function passkeyStepOptions(
  db: Kysely<Database>,
  userId: string,
  { rpId }: PasskeySite,
  encryptionKey: string,
) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const challenge = newChallenge(`second-step:${userId}`, encryptionKey);
  const allowCredentials = await findCredentials(db, userId);
  return generateAuthenticationOptions({ rpID: rpId, challenge, allowCredentials, userVerification: "discouraged" });
}

/** Returns the user, or null if the passkey is refused. */
export async function findUserByPasskey(
  db: Kysely<Database>,
  response: Assertion,
  site: PasskeySite,
  encryptionKey: string,
): Promise<string | null> {
  const userId = await accept(db, { response, purpose: "sign-in", requireUserVerification: true }, site, encryptionKey);
  // WebAuthn 3, 7.2: without a user known beforehand, the handle must name the passkey's owner.
  const handle = Buffer.from(response.response.userHandle ?? "", "base64url").toString();
  return userId === handle ? userId : null;
}

export async function acceptPasskey(
  db: Kysely<Database>,
  { userId, response }: { userId: string; response: Assertion },
  site: PasskeySite,
  encryptionKey: string,
): Promise<boolean> {
  const purpose = `second-step:${userId}` as const;
  return (await accept(db, { response, purpose, requireUserVerification: false }, site, encryptionKey)) === userId;
}

interface Attempt {
  response: Assertion;
  purpose: ChallengePurpose;
  requireUserVerification: boolean;
}

async function accept(
  db: Kysely<Database>,
  { response, purpose, requireUserVerification }: Attempt,
  { origin, rpId }: PasskeySite,
  encryptionKey: string,
): Promise<string | null> {
  const expectedChallenge = await spendChallenge(db, response.response.clientDataJSON, purpose, encryptionKey);
  const passkey = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  if (!expectedChallenge || !passkey) return null;
  const { id, user_id, public_key, counter } = passkey;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: response.id, publicKey: new Uint8Array(Buffer.from(public_key, "base64url")), counter },
    requireUserVerification,
  }).catch(() => null);
  if (!result?.verified) return null;
  // A copied device falls behind: only the first of two answers with the same counter counts.
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter: result.authenticationInfo.newCounter, last_used_at: nowIso() })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? user_id : null;
}
