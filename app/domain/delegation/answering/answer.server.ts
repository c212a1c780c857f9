import type { Kysely, Transaction } from "kysely";
import {
  completeAsDelegate,
  recordDelegationAnswer,
} from "#app/domain/tasks/changing/delegation.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import {
  beginYesToAll,
  endYesToAll,
  findYesToAll,
} from "#app/domain/series/changing/yes-to-all.server.ts";
import { isMoved } from "#app/domain/tasks/changing/describe-move.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { recordAnswerTo } from "#app/domain/outbox/others/answered-senders.server.ts";
import { countCauses } from "#app/domain/outbox/views/about-subject.server.ts";
import { isReached, ruleOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";
import { inLocks, takeLocks } from "#db/sql/locks.ts";
import { requestAnswered } from "../events.server.ts";
import type { AnswerInput } from "../input.ts";
import {
  type RequestWithTask,
  findRequests,
  requestCause,
} from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { agreedDueColumns, agreeToDue, canConfirm } from "../telling/known-due.server.ts";
import { notifyAskers } from "../ending/notify-askers.server.ts";
import {
  canTakeAgain,
  canTakeBack,
  findHolder,
  giveBack,
  reopenRequest,
} from "./changed-mind.server.ts";

interface Answer extends AnswerInput {
  /** The wall clock on the delegate's page, empty without a date; undefined for a text. */
  seenDue?: string | undefined;
  /**
   * Proves that the delegate got Mila's message; `recipient` is their number's keyed hash, if
   * known.
   */
  proof?: { recipient?: string };
}

/**
 * "taken": the delegate said no before, and somebody else has it now. "too_often": the delegate
 * changed their mind too often, and must not use up the asker's messages for the day.
 */
type AnswerResult = "saved" | "same" | "late" | "taken" | "too_often";

const outcomes = {
  accept: "accepted",
  accept_once: "accepted",
  decline: "declined",
  decline_once: "declined",
  done: "done",
} as const satisfies Record<AnswerInput["answer"], RequestStatus>;

export const answerRequest = (
  db: Kysely<Database>,
  id: string,
  input: Answer,
  now: string = nowIso(),
): Promise<AnswerResult> =>
  inLocks(db, {}, async (trx) => {
    const found = (await findRequests(trx, [id])).get(id);
    if (!found) return "late";
    await takeLocks(trx, { householdIds: [found.task.household_id] });
    return recordAnswer(trx, id, input, now);
  });

/**
 * Answers for the date that the page showed, which an old page may show differently from the
 * present one.
 */
export async function answerByLink(
  db: Kysely<Database>,
  { askedId, presentId }: { askedId: string; presentId: string },
  input: Answer,
  now: string = nowIso(),
): Promise<AnswerResult> {
  const asked = (await findRequests(db, [askedId])).get(askedId);
  const isAsked = asked && input.seenDue === (asked.task.due_local ?? "");
  return answerRequest(db, isAsked ? askedId : presentId, input, now);
}

/**
 * Records an answer, updates the task and notifies the asker. Repeating the same answer changes
 * nothing; a different one counts.
 */
export async function recordAnswer(
  trx: Transaction<Database>,
  id: string,
  { answer, line, seenDue, proof }: Answer,
  now: string,
): Promise<AnswerResult> {
  const found = (await findRequests(trx, [id])).get(id);
  if (!found) return "late";
  const hasAll = await saidYesToAll(trx, found);
  // After a no to one date, the delegate may also say no to all.
  const isLeft = answer === "decline" && found.status === "declined" && hasAll;
  const refused = isLeft ? null : await findRefusal(trx, found, { answer, seenDue }, now);
  if (refused) return refused;
  if (outcomes[answer] === "accepted" && found.status === "accepted")
    return confirm(trx, found, line, now);
  await takeAnswer(trx, found, { answer, line, seenDue, hasAll }, now);
  await recordProof(trx, found.request, proof, now);
  return "saved";
}

async function takeAnswer(
  trx: Transaction<Database>,
  found: RequestWithTask,
  { answer, line, seenDue, hasAll }: Omit<Answer, "proof"> & { hasAll: boolean },
  now: string,
): Promise<void> {
  const { request, task, status } = found;
  const to = outcomes[answer];
  if (answer === "decline" && hasAll) await endYesToAll(trx, [task.id], now);
  if (to === "accepted" && status !== "pending") await reopenRequest(trx, request, now);
  const tookBack = to === "declined" && status !== "pending";
  const isForAll = answer === "accept" && request.is_for_all === 1;
  // Doing a task implies a yes to it.
  const answered = to === "done" ? "accepted" : to;
  if (to !== "done" || status === "pending")
    await reply(trx, found, { to: answered, line, seenDue, isForAll, tookBack }, now);
  if (to === "done") await finish(trx, found, line, now);
  await requestAnswered.announce(trx, { taskId: task.id }, now);
  await announceTaskChange(trx, [task.id], now);
  const no = hasAll && answer === "decline_once" ? "not_this_time" : "took_back";
  await notifyAskers(trx, [{ ...request, answer: tookBack ? no : to }], now);
}

async function recordProof(
  trx: Transaction<Database>,
  { id, asked_by: userId }: RequestWithTask["request"],
  proof: Answer["proof"],
  now: string,
): Promise<void> {
  // The person who took over the request is no stranger either.
  if (proof && userId)
    await recordAnswerTo(trx, { cause: requestCause(id), userId, ...proof }, now);
}

/** True if the person also agreed to do the following occurrences. */
export async function saidYesToAll(
  db: Kysely<Database>,
  { request, task }: Pick<RequestWithTask, "request" | "task">,
): Promise<boolean> {
  if (request.is_for_all === 0 || request.person_id === null) return false;
  const yes = (await findYesToAll(db, [task.id])).get(task.id);
  return yes?.personId === request.person_id;
}

type Decision = "accepted" | "declined" | "done";

async function findRefusal(
  trx: Transaction<Database>,
  found: RequestWithTask,
  { answer, seenDue }: Pick<Answer, "answer" | "seenDue">,
  now: string,
): Promise<Exclude<AnswerResult, "saved"> | null> {
  const { request, task, status } = found;
  const to = outcomes[answer];
  const isNewDate = to === "accepted" && canConfirm(found, { seenDue, now });
  if (status === to && !isNewDate) return "same";
  if (!isPossible(found, to)) return "late";
  // A yes is to the date that the delegate saw. So are "done" and a no to one of all.
  if (answer !== "decline" && isMoved(task, seenDue)) return "late";
  if (to !== "done" && (await hasAnsweredOften(trx, request.id, now))) return "too_often";
  const isTakenAgain = to === "accepted" && status !== "pending" && status !== "accepted";
  return isTakenAgain && (await findHolder(trx, found)) ? "taken" : null;
}

/** A "done" always counts, however often the delegate changed their mind before. */
async function hasAnsweredOften(
  trx: Transaction<Database>,
  id: string,
  now: string,
): Promise<boolean> {
  const since = earlierBy(now, ruleOf("answers_to_request").window);
  const answers = await countCauses(trx, { kind: "delegation_answer", subjectId: id, since });
  return isReached("answers_to_request", answers, limitSettings);
}

function isPossible(found: RequestWithTask, to: Decision): boolean {
  const { status } = found;
  if (to === status) return true;
  if (to === "done") return status === "pending" || status === "accepted";
  if (to === "declined") return status === "pending" || canTakeBack(found);
  return status === "pending" || canTakeAgain(found);
}

/** Records that a delegate who said yes before is fine with the new date. */
async function confirm(
  trx: Transaction<Database>,
  { request, task }: RequestWithTask,
  line: string | undefined,
  now: string,
): Promise<"saved"> {
  await agreeToDue(trx, request.id, task);
  if (line) {
    await trx.updateTable("delegations").set({ line }).where("id", "=", request.id).execute();
  }
  await announceTaskChange(trx, [task.id], now);
  await notifyAskers(trx, [{ ...request, answer: "accepted" }], now);
  return "saved";
}

interface Reply {
  to: "accepted" | "declined";
  line: string | undefined;
  seenDue: string | undefined;
  isForAll: boolean;
  tookBack: boolean;
}

async function reply(
  trx: Transaction<Database>,
  { request, task, status }: RequestWithTask,
  { to, line, seenDue, isForAll, tookBack }: Reply,
  now: string,
): Promise<void> {
  const personId = request.person_id;
  const holder = tookBack ? await giveBack(trx, { request, task }) : task;
  if (isForAll && personId) await beginYesToAll(trx, { taskId: task.id, personId });
  const before = {
    assignee_before_id: holder.assignee_id,
    assignee_before_name: holder.assignee_name,
  };
  const agreed =
    to === "accepted" ? agreedDueColumns({ request, task, status }, seenDue) : { agreed_due: null };
  const changes = {
    state: to,
    answer: to,
    line: line ?? null,
    answered_at: now,
    ...before,
    ...agreed,
  };
  // A yes for only this time makes it a request for this date only.
  const scope = to === "accepted" ? { is_for_all: bit(isForAll) } : {};
  await trx
    .updateTable("delegations")
    .set({ ...changes, ...scope, took_back_yes: bit(tookBack) })
    .where("id", "=", request.id)
    .execute();
  await recordDelegationAnswer(trx, task.id, { answer: to, personId });
}

async function finish(
  trx: Transaction<Database>,
  { request, task }: RequestWithTask,
  line: string | undefined,
  now: string,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ done_at: now, ...(line && { line }) })
    .where("id", "=", request.id)
    .execute();
  await completeAsDelegate(trx, task, now);
}
