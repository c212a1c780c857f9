import type { Transaction } from "kysely";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { tellGiven } from "#app/domain/tasks/giving/tell-given.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/**
 * Tells who was given tasks, but not the asker of a request that its person gives back: they hear
 * "Sam can't any more" already.
 */
export async function tellWhoWasGiven(
  trx: Transaction<Database>,
  { taskIds, by }: { taskIds: string[]; by: string },
  now: string,
): Promise<void> {
  const givenBack = await trx
    .selectFrom("delegations")
    .select(["task_id as taskId", "asked_by as userId"])
    .where("task_id", "in", idList(taskIds))
    .where("person_id", "=", (await findPersonId(trx, by)) ?? "")
    .where("state", "=", "superseded")
    .where("answer", "=", "accepted")
    .where("ended_at", "=", now)
    .execute();
  await tellGiven(trx, { taskIds, by, except: givenBack }, now);
}
