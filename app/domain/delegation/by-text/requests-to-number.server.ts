import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Standing, standingOf } from "../request-status.ts";

/** A request that went to a phone. */
export interface TextedRequest {
  id: string;
  title: string;
  /** Their first name, or null while they have not said. */
  asker: string | null;
  standing: Standing;
}

/** More than anybody is asked at a time. */
const most = 9;

/** What the number (E.164) was asked by text, whoever's household it is in: what is open first, the newest first. */
export async function findRequestsTo(trx: Transaction<Database>, number: string): Promise<TextedRequest[]> {
  const byOwnAccount = trx
    .selectFrom("user_preferences as own")
    .innerJoin("family_members as member", "member.linked_user_id", "own.user_id")
    .select("member.id")
    .where("own.phone_number", "=", number)
    .where("member.phone", "is", null);
  const whoHasIt = trx.selectFrom("family_members").select("id").where("phone", "=", number).unionAll(byOwnAccount);
  const rows = await trx
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .leftJoin("profiles as asker", "asker.id", "delegations.asked_by")
    .select(["delegations.id", "state", "done_at", "tasks.is_completed", "tasks.deleted_at"])
    .select(["tasks.title", "asker.first_name as asker"])
    .where("family_member_id", "in", whoHasIt)
    .where("method", "in", ["sms", "whatsapp"])
    .orderBy(({ eb }) => eb("state", "=", "pending"), "desc")
    .orderBy("asked_at", "desc")
    .orderBy("delegations.id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ id, title, asker, ...state }) => ({ id, title, asker, standing: standingOf(state) }));
}
