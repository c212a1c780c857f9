import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { openStates } from "../ending/end-requests.server.ts";
import type { RequestStatus } from "./request-status.ts";
import { hasUnsent } from "./unsent.ts";

/** The request of a task that has not ended. */
export type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>;

/** What an asker sees of it, for the form to carry: what they have not seen is not to be thrown away by asking. */
export const shownAs = (id: string, status: RequestStatus): string => `${id} ${status}`;

/** The one that stands, or undefined. */
export function findOpenRequest(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("delegations")
    .select(["id", "state", "family_member_id", "delegate_name", "method"])
    .select((eb) => hasUnsent(eb).as("is_unsent"))
    .where("task_id", "=", taskId)
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>()
    .executeTakeFirst();
}
