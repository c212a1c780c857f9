import { type Expression, type ExpressionBuilder, expressionBuilder, type Kysely } from "kysely";
import type { WaitsForUser } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";

/** Without email nobody can confirm an address, so every address counts. */
export function isVerified(user: { email_verified_at: string | null }, canSendEmail: boolean): boolean {
  return !canSendEmail || user.email_verified_at !== null;
}

/** Others hear nothing from an unconfirmed address. The first account set Mila up, so it is exempt. */
export async function mustConfirmFirst(db: Kysely<Database>, userId: string, canSendEmail: boolean): Promise<boolean> {
  if (!canSendEmail) return false;
  const unconfirmed = (eb: ExpressionBuilder<Database, never>) => isUnconfirmed(db, eb.val(userId)).as("isUnconfirmed");
  const row = await db.selectNoFrom(unconfirmed).executeTakeFirstOrThrow();
  return Boolean(row.isUnconfirmed);
}

/** For messages to others. */
export const waitsForConfirmation: WaitsForUser = {
  needs: "email",
  isWaiting: isUnconfirmed,
  note: "Waiting until you confirm your email address",
};

function isUnconfirmed(db: Kysely<Database>, userId: Expression<string>) {
  const first = db
    .selectFrom("users as first")
    .select("first.id")
    .orderBy("first.created_at")
    .orderBy("first.id")
    .limit(1);
  return expressionBuilder<Database>().exists(
    db
      .selectFrom("users")
      .select("users.id")
      .where("users.id", "=", userId)
      .where("users.email_verified_at", "is", null)
      .where("users.id", "!=", first),
  );
}
