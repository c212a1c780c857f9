import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type Member, getMembership } from "./membership.server.ts";

/** Reads both members in the transaction: another request may have changed their roles. */
export function changeMember<Outcome>(
  db: Kysely<Database>,
  viewer: { userId: string },
  id: string,
  change: (
    trx: Transaction<Database>,
    actor: Member,
    target: Member,
    now: string,
  ) => Promise<Outcome>,
): Promise<Outcome | "missing"> {
  return db.transaction().execute(async (trx) => {
    const actor = await getMembership(trx, viewer.userId);
    const target = await trx
      .selectFrom("household_members")
      .select(["id", "user_id as userId", "household_id as householdId", "role as householdRole"])
      .select("joined_at as joinedAt")
      .where("id", "=", id)
      .where("household_id", "=", actor.householdId)
      .executeTakeFirst();
    return target ? change(trx, actor, target, nowIso()) : "missing";
  });
}
