import { type Expression, type ExpressionBuilder, expressionBuilder, type Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { WaitsForUser } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";

/** Without email nobody can confirm an address, so every address counts as confirmed. */
export function isVerified(
  user: { email_verified_at: string | null },
  canSendEmail: boolean,
): boolean {
  return !canSendEmail || user.email_verified_at !== null;
}

/**
 * An unconfirmed address cannot write to others. The first account set Mila up, so it is exempt.
 */
export async function mustConfirmFirst(
  db: Kysely<Database>,
  userId: string,
  canSendEmail: boolean,
): Promise<boolean> {
  if (!canSendEmail) return false;
  const unconfirmed = (eb: ExpressionBuilder<Database, never>) =>
    isUnconfirmed(db, eb.val(userId)).as("isUnconfirmed");
  const row = await db.selectNoFrom(unconfirmed).executeTakeFirstOrThrow();
  return Boolean(row.isUnconfirmed);
}

/** Returns the users who must confirm their address before they can write to others. */
export async function findUnconfirmed(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", idList(userIds))
    .where("email_verified_at", "is", null)
    .where("id", "!=", firstUserId(db))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Holds back messages to others until their sender has confirmed the address. */
export const waitsForConfirmation: WaitsForUser = {
  needs: "email",
  isWaiting: isUnconfirmed,
  note: "Waiting until you confirm your email address",
};

function isUnconfirmed(db: Kysely<Database>, userId: Expression<string>) {
  return expressionBuilder<Database>().exists(
    db
      .selectFrom("users")
      .select("users.id")
      .where("users.id", "=", userId)
      .where("users.email_verified_at", "is", null)
      .where("users.id", "!=", firstUserId(db)),
  );
}

function firstUserId(db: Kysely<Database>) {
  return db
    .selectFrom("users as first")
    .select("first.id")
    .where("first.departed_at", "is", null)
    .orderBy("first.created_at")
    .orderBy("first.id")
    .limit(1);
}
