import type { ExpressionBuilder, Kysely } from "kysely";
import { lastMessageState } from "#app/domain/outbox/views/about-subject.server.ts";
import { accountOfPerson } from "#app/domain/people/people.server.ts";
import type { Database, DelegationState, DeliveryState } from "#db/schema.ts";
import type { RequestStatus } from "./request-status.ts";

/** A task has at most one request in these states. */
export const openStates = ["pending", "accepted", "declined"] as const satisfies DelegationState[];

/**
 * True for an open request, and for a no that may still become a yes although somebody else was
 * asked since.
 */
export const canBeAnswered = ({ eb, or, and }: ExpressionBuilder<Database, "delegations">) =>
  or([
    eb("state", "in", openStates),
    and([eb("state", "=", "superseded"), eb("answer", "=", "declined")]),
  ]);

/** Includes requests that continue when their task comes back. */
export const mayBeAnswered = (eb: ExpressionBuilder<Database, "delegations">) =>
  eb.or([canBeAnswered(eb), eb("state", "in", ["task_completed", "task_deleted"])]);

const unsentStates: readonly DeliveryState[] = ["failed", "undelivered", "cancelled", "expired"];

export function isUnsent(state: DeliveryState): boolean {
  return unsentStates.includes(state);
}

/** Returns the condition that its newest message did not go out. */
export function hasUnsentMessage(eb: ExpressionBuilder<Database, "delegations">) {
  const subject = "delegations.id";
  return eb(lastMessageState(eb, { kind: "delegation_request", subject }), "in", unsentStates);
}

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof findOpenRequest>>>;

/**
 * The form carries this state, so that asking again cannot discard an answer the asker hasn't seen.
 */
export const shownState = (id: string, status: RequestStatus): string => `${id} ${status}`;

export function findOpenRequest(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("delegations")
    .select(["id", "state", "person_id", "delegate_name", "method", "is_for_all", "asked_by"])
    .select("copy_version")
    .select(accountOfPerson("person_id").as("delegateUserId"))
    .select((eb) => hasUnsentMessage(eb).as("is_unsent"))
    .where("task_id", "=", taskId)
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>()
    .executeTakeFirst();
}

/** True if somebody was asked for the task after this instant, or has answered since. */
/** Finds the task's last request, if it ended since then because somebody was chosen by hand. */
export async function findSuperseded(
  db: Kysely<Database>,
  taskId: string,
  since: string,
): Promise<string | null> {
  const last = await db
    .selectFrom("delegations")
    .select(["id", "state", "ended_at"])
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.state === "superseded" && last.ended_at !== null && last.ended_at >= since
    ? last.id
    : null;
}

/** True if somebody was asked, or has answered, since then. */
export async function isAskedSince(
  db: Kysely<Database>,
  taskId: string,
  instant: string,
): Promise<boolean> {
  const asked = await db
    .selectFrom("delegations")
    .select("id")
    .where("task_id", "=", taskId)
    .where("state", "in", openStates)
    .where(({ eb, or }) => or([eb("asked_at", ">", instant), eb("answered_at", ">", instant)]))
    .executeTakeFirst();
  return asked !== undefined;
}
