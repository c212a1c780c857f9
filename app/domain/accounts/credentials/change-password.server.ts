import type { Kysely } from "kysely";
import { revokeCredentials } from "./credentials.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import { hashPassword } from "./password.server.ts";

/**
 * Revokes all other access. The caller has already checked the old password.
 * @param keepsTokens true if the user wants access tokens to go on
 */
export async function changePassword(
  db: Kysely<Database>,
  userId: string,
  { password, keepsTokens }: { password: string; keepsTokens: boolean },
  source?: AuditSource,
): Promise<"changed" | "weak_password"> {
  if (await isCommonPassword(password)) return "weak_password";
  const passwordHash = await hashPassword(password, {
    account: userId,
    network: userId,
    isKnown: true,
  });
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", userId)
      .execute();
    await revokeCredentials(trx, userId, nowIso(), { keepsTokens });
    await recordAudit(trx, { kind: "password_changed", userId, source });
  });
  return "changed";
}
