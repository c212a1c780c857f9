import type { Transaction } from "kysely";
import { forgetUnreachableEmail } from "#app/domain/outbox/channels/unreachable.server.ts";
import type { Database } from "#db/schema.ts";

interface Address {
  /** Trimmed, in lower case; nobody else's. */
  email: string;
  /** Null for one that was not confirmed. */
  verifiedAt: string | null;
}

/** Makes it the account's address, also where the family knows the account by the one that it had. */
export async function setAddress(
  trx: Transaction<Database>,
  userId: string,
  { email, verifiedAt }: Address,
): Promise<void> {
  await trx
    .updateTable("family_members")
    .set({ email })
    .where("linked_user_id", "=", userId)
    .where("email", "=", ({ selectFrom }) => selectFrom("users").select("email").where("id", "=", userId))
    .execute();
  await trx.updateTable("users").set({ email, email_verified_at: verifiedAt }).where("id", "=", userId).execute();
  await forgetUnreachableEmail(trx, userId);
}
