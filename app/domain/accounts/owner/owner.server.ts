import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { AuditActor, Database } from "#db/schema.ts";
import { recordAudit } from "../audit/record-audit.server.ts";

/**
 * True for the person who sees how Mila is set up and manages accounts. A household's owner is
 * someone else.
 */
export async function isOwner(db: Kysely<Database>, userId: string): Promise<boolean> {
  return (await findOwnerId(db)) === userId;
}

/** Returns undefined if the owner deleted their account without handing Mila over. */
export async function findOwnerId(db: Kysely<Database>): Promise<string | undefined> {
  return (await ownerQuery(db).executeTakeFirst())?.id;
}

/** Ignores an unconfirmed address, which may be someone else's. */
export async function findConfirmedOwnerAddress(db: Kysely<Database>): Promise<string | undefined> {
  return (
    await ownerQuery(db)
      .select("email")
      .where("email_verified_at", "is not", null)
      .executeTakeFirst()
  )?.email;
}

export function ownerQuery(db: Kysely<Database>) {
  return db.selectFrom("users").select("id").where("is_owner", "=", 1);
}

/** @returns false if someone else has become the owner in the meantime */
export async function handMilaOver(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await isOwner(trx, from))) return false;
    await giveOwnership(trx, to, "owner", nowIso());
    return true;
  });
}

export async function giveOwnership(
  trx: Transaction<Database>,
  userId: string,
  by: AuditActor,
  now: string,
): Promise<void> {
  const previous = await findOwnerId(trx);
  if (previous === userId) return;
  if (previous) {
    await trx.updateTable("users").set({ is_owner: 0 }).where("id", "=", previous).execute();
    await recordAudit(trx, { kind: "stopped_being_owner", userId: previous, by }, now);
  }
  await trx.updateTable("users").set({ is_owner: 1 }).where("id", "=", userId).execute();
  await recordAudit(trx, { kind: "became_owner", userId, by }, now);
}

/** True if nobody would be left who can hand Mila over. */
export async function leavesNoOwner(db: Kysely<Database>, userId: string): Promise<boolean> {
  if (!(await isOwner(db, userId))) return false;
  return Boolean(
    await db
      .selectFrom("users")
      .select("id")
      .where("id", "!=", userId)
      .where("departed_at", "is", null)
      .limit(1)
      .executeTakeFirst(),
  );
}
