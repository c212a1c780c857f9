import type { Kysely } from "kysely";
import { revokeCredentials } from "./credentials.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { hashPassword, isCommonPassword } from "./password.server.ts";

/** Gives the account another password; every other way in ends. Whether the one who asks knows the old one is asked before. */
export async function changePassword(
  db: Kysely<Database>,
  userId: string,
  password: string,
): Promise<"changed" | "weak_password"> {
  if (await isCommonPassword(password)) return "weak_password";
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
    await revokeCredentials(trx, userId, nowIso());
  });
  return "changed";
}
