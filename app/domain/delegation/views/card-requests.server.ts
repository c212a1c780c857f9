import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { hasUnsentMessage, openStates } from "../requests/open-requests.server.ts";

export interface CardDelegation {
  status: (typeof openStates)[number];
  name: string;
  /** They said yes before they said no. */
  tookBackYes: boolean;
  /** The message was not sent and never will be. */
  isUnsent: boolean;
}

export async function findCardDelegations(
  db: Kysely<Database>,
  taskIds: string[],
): Promise<Map<string, CardDelegation>> {
  const rows = await listOpenRequests(db, taskIds);
  return new Map(
    rows.map(({ task_id, state: status, delegate_name: name, took_back_yes, has_unsent }) => {
      const isUnsent = status === "pending" && Boolean(has_unsent);
      return [task_id, { status, name, tookBackYes: took_back_yes === 1, isUnsent }];
    }),
  );
}

const listOpenRequests = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("delegations")
    .select(["task_id", "state", "delegate_name", "took_back_yes"])
    .select((eb) => hasUnsentMessage(eb).as("has_unsent"))
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>(),
);
