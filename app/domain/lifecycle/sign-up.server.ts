import type { Kysely, Transaction } from "kysely";
import { isCommonPassword } from "#app/domain/accounts/credentials/common-passwords.server.ts";
import { FairQueueTimeout } from "#app/domain/accounts/credentials/run-in-fair-queue.server.ts";
import { hashPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { countSignUp } from "#app/domain/accounts/credentials/sign-up-limit.server.ts";
import {
  confirmOwnAddress,
  requestEmailVerification,
} from "#app/domain/accounts/email/verification.server.ts";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import {
  provesAddress,
  readInvitationLink,
} from "#app/domain/people/invitations/invitation-link.server.ts";
import { uncount } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import {
  checkAdmission,
  createAccount,
  type Newcomer,
  type SignUpRules,
} from "./create-account.server.ts";
import type { SignUpSettings } from "./sign-in-by-provider.server.ts";

type Refusal =
  | "already_registered"
  | "weak_password"
  | "not_invited"
  | "another_address"
  | "too_often";

interface Person extends Newcomer {
  password: string;
  firstName?: string;
  timeZone?: string;
  /** The network that the attempt counts for. */
  ipAddress: string;
}

/**
 * @param person.email trimmed, in lower case
 * @param person.timeZone from the browser; anything but an IANA name counts as unknown
 */
export async function signUp(
  db: Kysely<Database>,
  person: Person,
  settings: Omit<SignUpSettings, "encryptionKey">,
): Promise<{ userId: string } | { refused: Refusal }> {
  if (await isCommonPassword(person.password)) return { refused: "weak_password" };
  const counted = await db.transaction().execute(async (trx) => {
    const refused = await findRefusal(trx, person, settings);
    if (refused) return { refused };
    const isStranger = !(await holdsEmailedInvitation(trx, person, settings, nowIso()));
    const allowed = await countSignUp(trx, { ...person, isStranger }, nowIso());
    return allowed.refused ? { refused: "too_often" as const } : allowed;
  });
  if (counted.refused) return { refused: counted.refused };
  const requester = { account: person.email, network: person.ipAddress, isKnown: false };
  const passwordHash = await hashPassword(person.password, requester).catch(
    async (error: unknown) => {
      if (error instanceof FairQueueTimeout) await uncount(db, counted.ids);
      throw error;
    },
  );
  return db.transaction().execute(async (trx) => {
    // Another request may have taken the address.
    const late = await findRefusal(trx, person, settings);
    if (late) return { refused: late };
    const now = nowIso();
    const userId = await createAccount(trx, { ...person, passwordHash }, now);
    if (await holdsEmailedInvitation(trx, person, settings, now)) {
      await confirmOwnAddress(trx, userId, { ...settings, now });
    } else if (settings.canSendEmail) {
      await requestEmailVerification(trx, { userId, email: person.email }, now);
    }
    return { userId };
  });
}

async function findRefusal(
  trx: Transaction<Database>,
  person: Newcomer,
  rules: SignUpRules,
): Promise<Refusal | null> {
  if (await findUserByEmail(trx, person.email)) return "already_registered";
  const admission = await checkAdmission(trx, person, rules, nowIso());
  return admission === "admitted" ? null : admission;
}

async function holdsEmailedInvitation(
  trx: Transaction<Database>,
  { email, invitationToken }: Newcomer,
  { linkKey }: SignUpRules,
  now: string,
): Promise<boolean> {
  return (
    invitationToken !== null &&
    provesAddress(await readInvitationLink(trx, linkKey, invitationToken, now), email)
  );
}
