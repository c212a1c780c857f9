import type { Kysely } from "kysely";
import { hashPassword, isCommonPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { requestEmailVerification } from "#app/domain/accounts/email/verification.server.ts";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { checkAdmission, createAccount, type Newcomer, type SignUpRules } from "./create-account.server.ts";

type SignUp =
  { userId: string } | { refused: "already_registered" | "weak_password" | "not_invited" | "another_address" };

/**
 * @param person.email trimmed, in lower case
 * @param person.timeZone from the browser; anything but an IANA name counts as unknown
 */
export async function signUp(
  db: Kysely<Database>,
  person: Newcomer & { password: string; timeZone?: string },
  instance: SignUpRules & { canSendEmail: boolean },
): Promise<SignUp> {
  if (await isCommonPassword(person.password)) return { refused: "weak_password" };
  const passwordHash = await hashPassword(person.password);
  return db.transaction().execute(async (trx) => {
    if (await findUserByEmail(trx, person.email)) return { refused: "already_registered" as const };
    const now = nowIso();
    const admission = await checkAdmission(trx, person, instance, now);
    if (admission !== "admitted") return { refused: admission };
    const userId = await createAccount(trx, { ...person, passwordHash }, now);
    if (instance.canSendEmail) await requestEmailVerification(trx, { userId, email: person.email }, now);
    return { userId };
  });
}
