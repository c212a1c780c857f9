import type { Transaction } from "kysely";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";

const sentStates = ["sent", "delivered", "merged"] as const satisfies DeliveryState[];

/** Keeps sent requests and links, which can still be answered. @returns task ids, for `announceTaskChange` */
export async function withdrawUnsentRequests(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<string[]> {
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id"])
    .where("asked_by", "=", userId)
    .where("state", "=", "pending")
    .execute();
  const messages = await findMessagesAbout(
    trx,
    "delegation_request",
    open.map(({ id }) => id),
  );
  const unsent = messages.filter(({ state }) => !sentStates.some((sent) => sent === state));
  const unsentIds = new Set(unsent.map(({ subject_id }) => subject_id));
  const taskIds = open.filter(({ id }) => unsentIds.has(id)).map(({ task_id }) => task_id);
  return endRequests(trx, taskIds, "withdrawn", { by: userId, now });
}
