import { setTimeout as pause } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { revokeCredentials, revokePreviousOwner } from "./credentials.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { AuditActor, Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { hasFactor } from "../factors/factors.server.ts";
import { findUserByEmail } from "../users.server.ts";
import { isVerified } from "#app/domain/accounts/confirmed-address.server.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import { runInFairQueue } from "./run-in-fair-queue.server.ts";
import { hashPassword } from "./password.server.ts";
import { beginSignIn } from "./sign-in-limit.server.ts";

const minutesValid = 30;
/** Each request writes to the disk, so it takes as long as a password's hash. */
const requestMs = 50;

interface ResetRequest {
  email: string;
  ipAddress: string;
  isKnownDevice?: boolean;
  source?: AuditSource;
}

/**
 * Does the same writes for an unknown address, so the timing does not reveal whether an account
 * exists.
 * @returns a null id for an unknown address or an account's 4th request within an hour
 * @throws FairQueueTimeout after 3 s in the queue
 */
export async function requestPasswordReset(
  db: Kysely<Database>,
  request: ResetRequest,
): Promise<ResetOutcome> {
  const { email, ipAddress, isKnownDevice = false } = request;
  return runInFairQueue(
    { account: email, network: ipAddress, isKnown: isKnownDevice },
    async () => {
      const [outcome] = await Promise.all([addResetRequest(db, request), pause(requestMs)]);
      return outcome;
    },
  );
}

type ResetOutcome = { refused: true } | { refused: false; resetId: string | null };

async function addResetRequest(db: Kysely<Database>, request: ResetRequest): Promise<ResetOutcome> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    // The attempt counts even if it sends nothing.
    const limit = await beginSignIn(trx, { ...request, now });
    if (limit.refused) return limit;
    const userId = await findUserByEmail(trx, request.email);
    const counted = await allow(trx, [["reset_emails", userId ?? newId()]], now);
    if (!userId || counted.refused) return { refused: false, resetId: null };
    const resetId = newId();
    await trx
      .insertInto("password_resets")
      .values({ id: resetId, user_id: userId, requested_at: now })
      .execute();
    const kind = "password_reset";
    const expiresAt = laterBy(now, { minutes: minutesValid });
    const delivery = { kind, channel: "email", userId, subjectId: resetId, expiresAt } as const;
    await addDeliveries(trx, [{ ...delivery, dedupeKey: `${kind}:${resetId}` }], now);
    await recordAudit(trx, { kind: "reset_requested", userId, source: request.source }, now);
    return { refused: false, resetId };
  });
}

/**
 * Makes a link that Mila's owner passes on, so using it proves no address. Ends the account's
 * earlier links.
 * @returns the reset's id
 */
export async function makeResetLink(
  db: Kysely<Database>,
  userId: string,
  by: Exclude<AuditActor, "self">,
): Promise<string> {
  const [id, now] = [newId(), nowIso()];
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("password_resets")
      .values({ id, user_id: userId, requested_at: now, is_emailed: 0 })
      .execute();
    await recordAudit(trx, { kind: "reset_link_made", userId, by }, now);
  });
  return id;
}

export async function canResetPassword(
  db: Kysely<Database>,
  token: string,
  linkKey: string,
): Promise<boolean> {
  const now = nowIso();
  return Boolean(await findOpenReset(db, token, linkKey, now));
}

interface Reset {
  token: string;
  linkKey: string;
  password: string;
  /** If email works, opening the emailed link proves the address. */
  canSendEmail: boolean;
  source?: AuditSource;
}

/**
 * @returns "taken_over" if nobody had confirmed the address before, so a previous owner's access
 * was revoked; "two_step_kept" because the mailbox alone must not get around the second step
 */
export async function resetPassword(
  db: Kysely<Database>,
  { token, linkKey, password, canSendEmail, source }: Reset,
): Promise<"changed" | "two_step_kept" | "taken_over" | "weak_password" | "invalid_link"> {
  const now = nowIso();
  const open = await findOpenReset(db, token, linkKey, now);
  if (!open) return "invalid_link";
  if (await isCommonPassword(password)) return "weak_password";
  const passwordHash = await hashPassword(password, {
    account: open.user_id,
    network: open.user_id,
    isKnown: true,
  });
  return db.transaction().execute(async (trx) => {
    const reset = await findOpenReset(trx, token, linkKey, now);
    if (!reset) return "invalid_link" as const;
    const user = await trx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", reset.user_id)
      .returning("email_verified_at")
      .executeTakeFirstOrThrow();
    await revokeCredentials(trx, reset.user_id, now);
    await recordAudit(trx, { kind: "password_reset", userId: reset.user_id, source }, now);
    if (!reset.is_emailed || isVerified(user, canSendEmail)) {
      return (await hasFactor(trx, reset.user_id))
        ? ("two_step_kept" as const)
        : ("changed" as const);
    }
    await revokePreviousOwner(trx, reset.user_id, now);
    return "taken_over" as const;
  });
}

async function findOpenReset(db: Kysely<Database>, token: string, linkKey: string, now: string) {
  const link = readLinkToken(linkKey, "password-reset", token);
  if (!link) return undefined;
  return db
    .selectFrom("password_resets as reset")
    .select(["reset.id", "reset.user_id", "reset.is_emailed"])
    .where("reset.id", "=", link.id)
    .where("reset.used_at", "is", null)
    .where("reset.requested_at", ">", earlierBy(now, { minutes: minutesValid }))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("password_resets as newer")
            .select("newer.id")
            .whereRef("newer.user_id", "=", "reset.user_id")
            .whereRef("newer.id", ">", "reset.id"),
        ),
      ),
    )
    .executeTakeFirst();
}

/** Ends everybody's reset links, including those that Mila's owner made. */
export async function endResetLinks(trx: Transaction<Database>, now: string): Promise<void> {
  await trx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("used_at", "is", null)
    .execute();
}
