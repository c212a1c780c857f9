import type { Transaction } from "kysely";
import { addUser, type NewAccount } from "#app/domain/accounts/new-account.server.ts";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { giveOwnership } from "#app/domain/accounts/owner/owner.server.ts";
import { findFirstUser } from "#app/domain/accounts/users.server.ts";
import { readInvitationLink } from "#app/domain/people/invitations/invitation-link.server.ts";
import { createOwnHousehold } from "#app/domain/people/household/membership.server.ts";
import { addPreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

/** The first account's user becomes Mila's owner. */
export async function createAccount(
  trx: Transaction<Database>,
  account: NewAccount,
  now: string,
): Promise<string> {
  const isFirst = !(await findFirstUser(trx));
  const userId = await addUser(trx, account, now);
  await recordAudit(trx, { kind: "account_created", userId }, now);
  if (isFirst) await giveOwnership(trx, userId, "self", now);
  await addPreferences(trx, userId);
  await createOwnHousehold(trx, userId, now);
  return userId;
}

export interface SignUpRules {
  signUpPolicy: "open" | "invited";
  linkKey: string;
}

export interface Newcomer {
  email: string;
  /** From the link that led to the sign-up page. */
  invitationToken: string | null;
}

/** Always admits the first user. An invited address is not enough, because anyone could type it. */
export async function checkAdmission(
  trx: Transaction<Database>,
  { email, invitationToken }: Newcomer,
  { signUpPolicy, linkKey }: SignUpRules,
  now: string,
): Promise<"admitted" | "not_invited" | "another_address"> {
  if (signUpPolicy === "open" || !(await findFirstUser(trx))) return "admitted";
  const link = invitationToken
    ? await readInvitationLink(trx, linkKey, invitationToken, now)
    : undefined;
  if (link?.status !== "open") return "not_invited";
  return link.email === email ? "admitted" : "another_address";
}
