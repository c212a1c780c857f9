import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Database } from "#db/schema.ts";
import { hashPassword, isCommonPassword } from "./password.server.ts";

/**
 * Gives the account another password; every session ends, and so does every link to reset it. Whether the one who asks
 * knows the old one is asked before.
 */
export async function changePassword(
  db: Kysely<Database>,
  userId: string,
  password: string,
): Promise<"changed" | "weak_password"> {
  if (await isCommonPassword(password)) return "weak_password";
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
    await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await trx
      .updateTable("password_resets")
      .set({ used_at: nowIso() })
      .where("user_id", "=", userId)
      .where("used_at", "is", null)
      .execute();
  });
  return "changed";
}
