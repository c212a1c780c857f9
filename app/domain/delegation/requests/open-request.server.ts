import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { openStates } from "../ending/end-requests.server.ts";
import type { Standing } from "./request-status.ts";
import { hasUnsent } from "./unsent.ts";

/** The request of a task that has not ended. */
export type StandingRequest = NonNullable<Awaited<ReturnType<typeof findStandingRequest>>>;

/** What an asker sees of it, for the form to carry: what they have not seen is not to be thrown away by asking. */
export const shownAs = (id: string, standing: Standing): string => `${id} ${standing}`;

/** The one that stands, or undefined. */
export function findStandingRequest(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("delegations")
    .select(["id", "state", "family_member_id", "delegate_name", "method"])
    .select((eb) => hasUnsent(eb).as("is_unsent"))
    .where("task_id", "=", taskId)
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>()
    .executeTakeFirst();
}
