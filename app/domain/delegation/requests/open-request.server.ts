import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { openStates } from "./open-states.ts";
import type { RequestStatus } from "./request-status.ts";
import { hasUnsentMessage } from "./unsent.ts";

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>;

/** The form carries this: asking again must not discard an answer the asker hasn't seen. */
export const shownState = (id: string, status: RequestStatus): string => `${id} ${status}`;

export function findOpenRequest(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("delegations")
    .select(["id", "state", "person_id", "delegate_name", "method", "is_for_all"])
    .select((eb) => hasUnsentMessage(eb).as("is_unsent"))
    .where("task_id", "=", taskId)
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>()
    .executeTakeFirst();
}
