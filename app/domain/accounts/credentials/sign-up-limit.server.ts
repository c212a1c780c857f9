import type { Transaction } from "kysely";
import { mailboxOf } from "#app/domain/core/mailbox.ts";
import { allow, type Use } from "#app/domain/core/rate-limits/allow.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Counts a sign-up before the password is hashed, which takes 64 MiB.
 * @param attempt.email in lower case
 * @param attempt.isStranger without an account, and not invited by email
 */
export async function countSignUp(
  trx: Transaction<Database>,
  { email, ipAddress, isStranger }: { email: string; ipAddress: string; isStranger: boolean },
  now: string,
) {
  const uses: Use[] = [
    ["sign_ups", ipAddress],
    ["sign_ups_to_mailbox", mailboxOf(email)],
  ];
  return allow(trx, isStranger ? [...uses, ["sign_ups_of_strangers", ""]] : uses, now);
}
