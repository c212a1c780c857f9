import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { openStates } from "../ending/end-requests.server.ts";
import { hasUnsent } from "./unsent.ts";

/** What a card says of the request to do its task. */
export interface CardDelegation {
  status: (typeof openStates)[number];
  name: string;
  /** The message has not gone out, and will not. */
  isUnsent: boolean;
}

/** The open requests of these tasks, by task. */
export async function openRequestsOf(db: Kysely<Database>, taskIds: string[]): Promise<Map<string, CardDelegation>> {
  const rows = await db
    .selectFrom("tasks")
    .innerJoin("delegations", (join) =>
      join.onRef("delegations.task_id", "=", "tasks.id").on("delegations.state", "in", openStates),
    )
    .select(["tasks.id", "tasks.delegation_status", "delegate_name"])
    .select((eb) => hasUnsent(eb).as("has_unsent"))
    .where("tasks.id", "in", taskIds)
    .execute();
  return new Map(
    rows.flatMap(({ id, delegation_status: status, delegate_name: name, has_unsent }) =>
      status === "none" ? [] : [[id, { status, name, isUnsent: status === "pending" && Boolean(has_unsent) }]],
    ),
  );
}
