import type { Kysely, Transaction } from "kysely";
import { isCommonPassword } from "#app/domain/accounts/credentials/common-passwords.server.ts";
import { TooManyInTurn } from "#app/domain/accounts/credentials/in-turn.server.ts";
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
  /** The network that counts. */
  ipAddress: string;
}

type Instance = SignUpRules & { canSendEmail: boolean };

/**
 * @param person.email trimmed, in lower case
 * @param person.timeZone from the browser; anything but an IANA name counts as unknown
 */
export async function signUp(
  db: Kysely<Database>,
  person: Person,
  instance: Instance,
): Promise<{ userId: string } | { refused: Refusal }> {
  if (await isCommonPassword(person.password)) return { refused: "weak_password" };
  const counted = await db.transaction().execute(async (trx) => {
    const refused = await findRefusal(trx, person, instance);
    if (refused) return { refused };
    const isStranger = !(await holdsEmailedInvitation(trx, person, instance, nowIso()));
    const allowed = await countSignUp(trx, { ...person, isStranger }, nowIso());
    return allowed.refused ? { refused: "too_often" as const } : allowed;
  });
  if (counted.refused) return { refused: counted.refused };
  const turn = { account: person.email, network: person.ipAddress, isKnown: false };
  const passwordHash = await hashPassword(person.password, turn).catch(async (error: unknown) => {
    if (error instanceof TooManyInTurn) await uncount(db, counted.ids);
    throw error;
  });
  return db.transaction().execute(async (trx) => {
    // Someone else may have been faster.
    const late = await findRefusal(trx, person, instance);
    if (late) return { refused: late };
    const now = nowIso();
    const userId = await createAccount(trx, { ...person, passwordHash }, now);
    if (await holdsEmailedInvitation(trx, person, instance, now)) {
      await confirmOwnAddress(trx, userId, { ...instance, now });
    } else if (instance.canSendEmail) {
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
