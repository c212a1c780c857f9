import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { addDeliveries } from "#app/domain/deliveries/add-deliveries.server.ts";
import { followTaskChange } from "#app/domain/tasks/follow-change.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import type { Database } from "#db/schema.ts";
import { addressOf, type Delegate, findDelegate } from "./delegates.server.ts";
import { endRequests } from "./end-requests.server.ts";
import { unsentStates } from "./history.server.ts";
import type { AskMethod } from "./input.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

export interface Question {
  taskId: string;
  familyMemberId: string;
  method: AskMethod;
}

/** Why nobody is asked. */
export type Impossible = { is: "missing" | "completed" | "not_a_delegate" } | { is: "no_address"; delegate: Delegate };

/** A question that could not be asked for a day is asked too late. */
const hoursTried = 24;

/**
 * Asks somebody to take a task over: writes the request down and puts its message on its way. A request to somebody else
 * before it is set aside. The same form sent twice asks once.
 */
export async function ask(
  db: Kysely<Database>,
  viewer: Viewer,
  { taskId, familyMemberId, method }: Question,
  now: string = nowIso(),
): Promise<{ is: "asked"; id: string } | Impossible> {
  return db.transaction().execute(async (trx) => {
    const checked = await checkQuestion(trx, viewer, { taskId, familyMemberId, method });
    if (checked.is !== "possible") return checked;
    const { delegate } = checked;
    const same = await findSame(trx, taskId, familyMemberId, method);
    if (same) return { is: "asked", id: same.id };
    await endRequests(trx, [taskId], "superseded", { by: viewer.userId, now });
    return { is: "asked", id: await addRequest(trx, viewer, { taskId, delegate, method }, now) };
  });
}

/** Whether there is such a task and somebody to ask, who can be reached by this method. */
export async function checkQuestion(
  db: Kysely<Database>,
  viewer: Viewer,
  { taskId, familyMemberId, method }: Question,
): Promise<{ is: "possible"; delegate: Delegate } | Impossible> {
  const task = await findTask(db, viewer, taskId);
  if (!task) return { is: "missing" };
  if (task.is_completed) return { is: "completed" };
  const delegate = await findDelegate(db, viewer, familyMemberId);
  if (!delegate) return { is: "not_a_delegate" };
  return method === "link" || addressOf(delegate, method)
    ? { is: "possible", delegate }
    : { is: "no_address", delegate };
}

function findTask(db: Kysely<Database>, { householdId }: Viewer, id: string) {
  return db
    .selectFrom("tasks")
    .select("is_completed")
    .where("id", "=", id)
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The request that asks just this already; whoever could not be reached can be asked again in the same way. */
function findSame(trx: Transaction<Database>, taskId: string, familyMemberId: string, method: AskMethod) {
  return trx
    .selectFrom("delegations")
    .select("id")
    .where("task_id", "=", taskId)
    .where("state", "=", "pending")
    .where("family_member_id", "=", familyMemberId)
    .where("method", "=", method)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deliveries")
            .select("deliveries.id")
            .whereRef("deliveries.subject_id", "=", "delegations.id")
            .where("deliveries.kind", "=", "delegation_request")
            .where("deliveries.state", "in", unsentStates),
        ),
      ),
    )
    .executeTakeFirst();
}

async function addRequest(
  trx: Transaction<Database>,
  { userId }: Viewer,
  { taskId, delegate, method }: { taskId: string; delegate: Delegate; method: AskMethod },
  now: string,
): Promise<string> {
  const id = newId();
  const who = { asked_by: userId, family_member_id: delegate.id, delegate_name: delegate.name };
  await trx
    .insertInto("delegations")
    .values({ id, task_id: taskId, ...who, method, asked_at: now })
    .execute();
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ delegated_to: delegate.id, delegation_status: "pending", version: eb("version", "+", 1) }))
    .where("id", "=", taskId)
    .execute();
  await followTaskChange(trx, [taskId], now);
  if (method === "link") return id;
  const message = { kind: "delegation_request", channel: method, userId, subjectId: id } as const;
  const expiresAt = laterBy(now, { hours: hoursTried });
  await addDeliveries(trx, [{ ...message, dedupeKey: `delegation_request:${id}`, expiresAt }], now);
  return id;
}
