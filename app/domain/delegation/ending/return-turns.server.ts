import type { Transaction } from "kysely";
import { returnEveryTurn } from "#app/domain/series/changing-turns/every-turn.server.ts";
import type { Database } from "#db/schema.ts";

/** Takes back the turns that a yes for all gave away, as the asker ends that request. */
export async function returnTurns(trx: Transaction<Database>, taskId: string): Promise<void> {
  const accepted = await trx
    .selectFrom("delegations")
    .select(["family_member_id", "turns_before"])
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .where("is_for_all", "=", 1)
    .executeTakeFirst();
  const { family_member_id: memberId, turns_before: before } = accepted ?? {};
  if (memberId && before) await returnEveryTurn(trx, { taskId, memberId, before });
}
