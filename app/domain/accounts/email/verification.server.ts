import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { recordAnswered } from "#app/domain/outbox/others/answered-senders.server.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { takeOver } from "../credentials/credentials.server.ts";
import { findPerson, findUserByEmail } from "../users.server.ts";
import { setAddress } from "./set-address.server.ts";

/** Longer than a password reset link, because it can only confirm an address. */
export const hoursValid = 24;

/**
 * Ends the account's earlier links. Returns null, without a link, for the 4th request within an
 * hour.
 */
export async function requestEmailVerification(
  trx: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
  now: string = nowIso(),
): Promise<string | null> {
  if ((await allow(trx, [["confirmation_emails", userId]], now)).refused) return null;
  const id = newId();
  await trx
    .insertInto("email_verifications")
    .values({ id, user_id: userId, email, requested_at: now })
    .execute();
  const kind = "email_verification";
  const expiresAt = laterBy(now, { hours: hoursValid });
  const delivery = { kind, channel: "email", userId, subjectId: id, expiresAt } as const;
  await addDeliveries(trx, [{ ...delivery, dedupeKey: `${kind}:${id}` }], now);
  return id;
}

/** Returns false for the 4th request within an hour. */
export async function resendEmailVerification(
  db: Kysely<Database>,
  account: { userId: string; email: string },
): Promise<boolean> {
  return (await db.transaction().execute((trx) => requestEmailVerification(trx, account))) !== null;
}

export async function findAddress(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "email_verified_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Returns null for an invalid or expired link. */
export async function findEmailVerification(
  db: Kysely<Database>,
  token: string,
  linkKey: string,
): Promise<{ userId: string; email: string; isConfirmed: boolean; elsewhere: Elsewhere } | null> {
  const now = nowIso();
  const verification = await findNewest(db, token, linkKey, now);
  if (!verification) return null;
  const { user_id: userId, email, confirmed_at } = verification;
  const elsewhere = await consequenceElsewhere(db, verification);
  return { userId, email, isConfirmed: confirmed_at !== null, elsewhere };
}

type Elsewhere = "confirmed" | "taken_over" | "sign_in_first";

/** Says what confirming does in a browser where nobody is signed in. */
async function consequenceElsewhere(
  db: Kysely<Database>,
  verification: { user_id: string; email: string },
): Promise<Elsewhere> {
  const { email, isEmailVerified } = await findPerson(db, verification.user_id);
  if (email !== verification.email) return "sign_in_first";
  return isEmailVerified ? "confirmed" : "taken_over";
}

/**
 * Confirms the address. In a browser that is not known to belong to the account, the person may
 * only own the mailbox: a stranger who registered their address then loses the account, and a
 * stranger's account does not get their address.
 * @param browser.knownUserIds who signed in or signed up in it
 * @returns "invalid_link" also for an address that another account has taken
 */
export async function confirmEmail(
  db: Kysely<Database>,
  {
    token,
    linkKey,
    knownUserIds,
    sessionId = null,
  }: { token: string; linkKey: string; knownUserIds: readonly string[]; sessionId?: string | null },
): Promise<"confirmed" | "taken_over" | "sign_in_first" | "invalid_link"> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    const verification = await findNewest(trx, token, linkKey, now);
    if (!verification) return "invalid_link";
    if (verification.confirmed_at) return "confirmed";
    const { id, user_id, email, session_id } = verification;
    const holder = await findUserByEmail(trx, email);
    if (holder && holder !== user_id) return "invalid_link";
    if (!knownUserIds.includes(user_id)) {
      const consequence = await consequenceElsewhere(trx, verification);
      if (consequence === "taken_over") await takeOver(trx, user_id, now);
      if (consequence !== "confirmed") return consequence;
    }
    await trx
      .updateTable("email_verifications")
      .set({ confirmed_at: now })
      .where("id", "=", id)
      .execute();
    await setConfirmed(
      trx,
      user_id,
      { email, linkKey, keepSessions: [session_id, sessionId] },
      now,
    );
    // A reset link sent to the old address must stop working.
    if (!holder) await trx.deleteFrom("password_resets").where("user_id", "=", user_id).execute();
    return "confirmed";
  });
}

/** Confirms the address of someone who holds a link that was only emailed there. */
export async function confirmOwnAddress(
  trx: Transaction<Database>,
  userId: string,
  { linkKey, now }: { linkKey: string; now: string },
): Promise<void> {
  const { email, isEmailVerified } = await findPerson(trx, userId);
  if (!isEmailVerified) await setConfirmed(trx, userId, { email, linkKey, keepSessions: [] }, now);
}

async function setConfirmed(
  trx: Transaction<Database>,
  userId: string,
  {
    email,
    linkKey,
    keepSessions,
  }: { email: string; linkKey: string; keepSessions: (string | null)[] },
  now: string,
): Promise<void> {
  await setAddress(trx, userId, { email, verifiedAt: now, keepSessions }, now);
  await recordAnswered(trx, { userId, recipient: recipientOf(linkKey, email) }, now);
}

async function findNewest(db: Kysely<Database>, token: string, linkKey: string, now: string) {
  const link = readLinkToken(linkKey, "email-verification", token);
  if (!link) return undefined;
  return db
    .selectFrom("email_verifications as verification")
    .selectAll()
    .where("verification.id", "=", link.id)
    .where("verification.requested_at", ">", earlierBy(now, { hours: hoursValid }))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("email_verifications as newer")
            .select("newer.id")
            .whereRef("newer.user_id", "=", "verification.user_id")
            .whereRef("newer.id", ">", "verification.id"),
        ),
      ),
    )
    .executeTakeFirst();
}
