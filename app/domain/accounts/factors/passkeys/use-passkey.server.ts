import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { AuditSource } from "#app/domain/accounts/audit/record-audit.server.ts";
import { acceptAssertion } from "./accept-assertion.server.ts";
import { newChallenge } from "./challenge.server.ts";
import type { Assertion } from "./input.ts";
import { findCredentials } from "./passkeys.server.ts";
import type { PasskeySite } from "./site.server.ts";

/**
 * Options for `navigator.credentials.get`. The browser asks which passkey to use, and the device
 * checks who is there.
 */
export async function passkeySignInOptions({ rpId }: PasskeySite, encryptionKey: string) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const challenge = newChallenge("sign-in", encryptionKey);
  return generateAuthenticationOptions({ rpID: rpId, challenge, userVerification: "required" });
}

/** Options for the step after the password, where having the device is enough. */
export async function passkeyStepOptions(
  db: Kysely<Database>,
  userId: string,
  { rpId }: PasskeySite,
  encryptionKey: string,
) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const challenge = newChallenge(`second-step:${userId}`, encryptionKey);
  const allowCredentials = await findCredentials(db, userId);
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    allowCredentials,
    userVerification: "discouraged",
  });
}

/** Returns the user, or null if the passkey is refused. */
export async function findUserByPasskey(
  db: Kysely<Database>,
  { response, source }: { response: Assertion; source?: AuditSource },
  site: PasskeySite,
  encryptionKey: string,
): Promise<string | null> {
  // WebAuthn 3, 7.2: without a user known beforehand, the handle must name the passkey's owner.
  const userId = Buffer.from(response.response.userHandle ?? "", "base64url").toString();
  const attempt = {
    userId,
    response,
    source,
    purpose: "sign-in",
    requireUserVerification: true,
  } as const;
  return (await acceptAssertion(db, attempt, site, encryptionKey)) ? userId : null;
}

export async function acceptPasskey(
  db: Kysely<Database>,
  { userId, response, source }: { userId: string; response: Assertion; source?: AuditSource },
  site: PasskeySite,
  encryptionKey: string,
): Promise<boolean> {
  const purpose = `second-step:${userId}` as const;
  return acceptAssertion(
    db,
    { userId, response, source, purpose, requireUserVerification: false },
    site,
    encryptionKey,
  );
}
