import type { Transaction } from "kysely";
import { addUser, type NewAccount } from "#app/domain/accounts/new-account.server.ts";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { giveOwnership } from "#app/domain/accounts/owner/owner.server.ts";
import { findFirstUser } from "#app/domain/accounts/users.server.ts";
import { isInvited } from "#app/domain/household/invitations/pending-invitation.server.ts";
import { createOwnHousehold } from "#app/domain/household/members/membership.server.ts";
import { addPreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

/** The first account's user becomes Mila's owner. */
export async function createAccount(trx: Transaction<Database>, account: NewAccount, now: string): Promise<string> {
  const isFirst = !(await findFirstUser(trx));
  const userId = await addUser(trx, account, now);
  await recordAudit(trx, { kind: "account_created", userId }, now);
  if (isFirst) await giveOwnership(trx, userId, "self", now);
  await addPreferences(trx, userId);
  await createOwnHousehold(trx, userId, now);
  return userId;
}

/** The first user may always sign up. */
export async function canSignUp(
  trx: Transaction<Database>,
  email: string,
  signUpPolicy: "open" | "invited",
  now: string,
): Promise<boolean> {
  return signUpPolicy === "open" || !(await findFirstUser(trx)) || (await isInvited(trx, email, now));
}
