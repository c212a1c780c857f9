import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { setDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { findFollowingWords } from "#app/domain/series/following-words.server.ts";
import { endYesToAll, findYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import type { Contact } from "../contacts.server.ts";
import { addressForMethod, findDelegate } from "./delegates.server.ts";
import { keptRequests } from "../limits.ts";
import { endRequests } from "../ending/end-requests.server.ts";
import type { AskMethod } from "../input.ts";
import { findOpenRequest, shownState, type OpenRequest } from "../requests/open-requests.server.ts";
import { sendQuestion } from "./send-question.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface Question {
  taskId: string;
  familyMemberId: string;
  method: AskMethod;
  /** The state of the request that the asker saw (`shownState`); undefined for API callers. */
  shown?: string;
  /** "all" includes the dates that follow. */
  scope?: "one" | "all";
}

export type AskSuccess = { status: "asked" } & Pick<OpenRequest, "id" | "state" | "method">;

export type AskFailure =
  | { status: "missing" | "completed" | "not_a_delegate" }
  | { status: "no_address"; delegate: Contact }
  | { status: "changed"; request: OpenRequest };

/**
 * Replaces an open request only if the asker has seen its current status; a resubmitted form asks
 * once.
 */
export async function ask(
  db: Kysely<Database>,
  viewer: Viewer,
  question: Question,
  now: string = nowIso(),
): Promise<AskSuccess | AskFailure> {
  return inHousehold(db, viewer, async (trx) => {
    const checked = await checkQuestion(trx, viewer, question);
    if (checked.status !== "possible") return checked;
    const { delegate } = checked;
    const { taskId, method, shown, scope = "one" } = question;
    const request = await findOpenRequest(trx, taskId);
    if (request && isSameRequest(request, question)) return { status: "asked", ...request };
    if (request && shown !== undefined && shown !== shownState(request.id, request.state)) {
      return { status: "changed", request };
    }
    const yes = (await findYesToAll(trx, [taskId])).get(taskId);
    if (scope === "all" || yes?.personId === delegate.id) await endYesToAll(trx, [taskId], now);
    await endRequests(trx, [taskId], "superseded", { by: viewer.userId, now });
    const isForAll = scope === "all" && (await findFollowingWords(trx, [taskId])).has(taskId);
    const id = await addRequest(trx, viewer, { taskId, delegate, method, isForAll }, now);
    return { status: "asked", id, state: "pending", method };
  });
}

export async function checkQuestion(
  db: Kysely<Database>,
  viewer: Viewer,
  { taskId, familyMemberId, method }: Question,
): Promise<{ status: "possible"; delegate: Contact } | AskFailure> {
  const task = await findTask(db, viewer, taskId);
  if (!task) return { status: "missing" };
  if (task.is_completed) return { status: "completed" };
  const delegate = await findDelegate(db, viewer, familyMemberId);
  if (!delegate) return { status: "not_a_delegate" };
  return method === "link" || addressForMethod(delegate, method)
    ? { status: "possible", delegate }
    : { status: "no_address", delegate };
}

/**
 * Someone the message never reached can be asked again, as can someone whose yes the asker has
 * seen.
 */
function isSameRequest(
  request: OpenRequest,
  { familyMemberId, method, shown, scope }: Question,
): boolean {
  if (request.person_id !== familyMemberId) return false;
  if (scope !== undefined && request.is_for_all !== bit(scope === "all")) return false;
  if (request.state === "accepted") return shown === undefined;
  return request.state === "pending" && request.method === method && !request.is_unsent;
}

async function addRequest(
  trx: Transaction<Database>,
  { userId }: Viewer,
  {
    taskId,
    delegate,
    method,
    isForAll,
  }: { taskId: string; delegate: Contact; method: AskMethod; isForAll: boolean },
  now: string,
): Promise<string> {
  const id = newId();
  const who = { asked_by: userId, person_id: delegate.id, delegate_name: delegate.name };
  await trx
    .insertInto("delegations")
    .values({ id, task_id: taskId, ...who, method, is_for_all: bit(isForAll), asked_at: now })
    .execute();
  await forgetOldRequests(trx, taskId);
  await setDelegate(trx, taskId, delegate.id);
  await announceTaskChange(trx, [taskId], now);
  await sendQuestion(trx, { id, method, userId }, now);
  return id;
}

async function forgetOldRequests(trx: Transaction<Database>, taskId: string): Promise<void> {
  const all = trx.selectFrom("delegations").select("id").where("task_id", "=", taskId);
  const latest = all.orderBy("asked_at", "desc").orderBy("id", "desc").limit(keptRequests);
  await trx
    .deleteFrom("delegations")
    .where("id", "in", all.where("ended_at", "is not", null))
    .where("id", "not in", latest)
    .execute();
}
