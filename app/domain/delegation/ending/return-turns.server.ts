import type { Selectable, Transaction } from "kysely";
import { returnEveryTurn } from "#app/domain/series/changing/every-turn.server.ts";
import type { Database } from "#db/schema.ts";

type Request = Pick<Selectable<Database["delegations"]>, "task_id" | "person_id" | "turns_before">;

/** Takes back the turns that a yes for all gave away. */
export async function returnTurns(trx: Transaction<Database>, request: Request): Promise<void> {
  const { task_id: taskId, person_id: personId, turns_before: before } = request;
  if (personId && before) await returnEveryTurn(trx, { taskId, personId, before });
}
