import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { sayNotYet } from "../telling/told.server.ts";
import { hasUnsentMessage, openStates } from "../requests/open-requests.server.ts";

export interface CardDelegation {
  status: (typeof openStates)[number];
  name: string;
  /** They said yes before they said no. */
  tookBackYes: boolean;
  /** The message was not sent and never will be. */
  isUnsent: boolean;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet?: string;
}

interface CardTask {
  id: string;
  due: { instant: string } | null;
  isCompleted: boolean;
}

export async function findCardDelegations(
  db: Kysely<Database>,
  tasks: readonly CardTask[],
  timeZone: string,
  now: string,
): Promise<Map<string, CardDelegation>> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = await listOpenRequests(db, [...byId.keys()]);
  return new Map(
    rows.map(({ task_id, has_unsent, ...request }) => {
      const { state: status, delegate_name: name, took_back_yes } = request;
      const isUnsent = status === "pending" && Boolean(has_unsent);
      const { due, isCompleted } = byId.get(task_id)!;
      const notYet = isCompleted ? null : sayNotYet(request, due?.instant ?? null, timeZone, now);
      const card = { status, name, tookBackYes: took_back_yes === 1, isUnsent };
      return [task_id, notYet ? { ...card, notYet } : card];
    }),
  );
}

const listOpenRequests = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("delegations")
    .select(["task_id", "state", "delegate_name", "took_back_yes", "agreed_due"])
    .select((eb) => hasUnsentMessage(eb).as("has_unsent"))
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>(),
);
