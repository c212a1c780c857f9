import type { Kysely, Transaction } from "kysely";
import {
  completeAsDelegate,
  recordDelegationAnswer,
} from "#app/domain/tasks/changing/delegation.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { giveEveryTurn } from "#app/domain/series/changing/every-turn.server.ts";
import { isMoved } from "#app/domain/tasks/changing/describe-move.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { recordAnswerTo } from "#app/domain/outbox/others/answered-senders.server.ts";
import { countCauses } from "#app/domain/outbox/views/about-subject.server.ts";
import { isReached, ruleOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";
import type { AnswerInput } from "../input.ts";
import {
  type RequestWithTask,
  findRequests,
  requestCause,
} from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { agreedTo, agreeTo, canConfirm } from "../telling/told.server.ts";
import { notifyAskers } from "../ending/notify-askers.server.ts";
import {
  canTakeAgain,
  canTakeBack,
  findHolder,
  giveBack,
  reopenRequest,
} from "./changed-mind.server.ts";

interface Answer extends AnswerInput {
  /** The wall clock on their page, empty without a date; unknown by text. */
  seenDue?: string | undefined;
  /** They got Mila's message; `recipient` is their number's keyed hash, where that is known. */
  proof?: { recipient?: string };
}

/**
 * "taken": they said no before, and somebody else has it now. "too_often": they changed their mind again and again, and
 * the asker's messages for the day must not all be theirs.
 */
type AnswerResult = "saved" | "same" | "late" | "taken" | "too_often";

const outcomes = {
  accept: "accepted",
  accept_once: "accepted",
  decline: "declined",
  done: "done",
} as const satisfies Record<AnswerInput["answer"], RequestStatus>;

export const answerRequest = (
  db: Kysely<Database>,
  id: string,
  input: Answer,
  now: string = nowIso(),
) => db.transaction().execute((trx) => recordAnswer(trx, id, input, now));

/** Records an answer, updates the task and notifies the asker. A repeated answer changes nothing, another one counts. */
export async function recordAnswer(
  trx: Transaction<Database>,
  id: string,
  { answer, line, seenDue, proof }: Answer,
  now: string,
): Promise<AnswerResult> {
  const found = (await findRequests(trx, [id])).get(id);
  if (!found) return "late";
  const { request, task, status } = found;
  const to = outcomes[answer];
  const refused = await findRefusal(trx, found, { to, seenDue }, now);
  if (refused) return refused;
  if (to === "accepted" && status === "accepted") return confirm(trx, found, line, now);
  if (to === "accepted" && status !== "pending") await reopenRequest(trx, request, now);
  const tookBack = to === "declined" && status === "accepted";
  if (to === "done") await finish(trx, found, line, now);
  else
    await reply(
      trx,
      found,
      { to, line, seenDue, isForAll: answer === "accept" && request.is_for_all === 1, tookBack },
      now,
    );
  await announceTaskChange(trx, [task.id], now);
  await notifyAskers(trx, [{ ...request, answer: tookBack ? "took_back" : to }], now);
  const { asked_by: userId } = request;
  // The person who took the request over is no stranger either.
  if (proof && userId)
    await recordAnswerTo(trx, { cause: requestCause(id), userId, ...proof }, now);
  return "saved";
}

type Decision = "accepted" | "declined" | "done";

async function findRefusal(
  trx: Transaction<Database>,
  found: RequestWithTask,
  { to, seenDue }: { to: Decision; seenDue: string | undefined },
  now: string,
): Promise<Exclude<AnswerResult, "saved"> | null> {
  const { request, task, status } = found;
  const isNewDate = to === "accepted" && canConfirm(found, seenDue);
  if (status === to && !isNewDate) return "same";
  if (!isPossible(found, to)) return "late";
  // A yes is to the date that they saw, and so is what they have done.
  if (to !== "declined" && isMoved(task, seenDue)) return "late";
  if (to !== "done" && (await hasAnsweredOften(trx, request.id, now))) return "too_often";
  const isTakenAgain = to === "accepted" && status !== "pending" && status !== "accepted";
  return isTakenAgain && (await findHolder(trx, found)) ? "taken" : null;
}

/** Something done counts, however often they changed their mind before. */
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
  if (to === "done") return status === "accepted";
  if (to === "declined") return status === "pending" || canTakeBack(found);
  return status === "pending" || canTakeAgain(found);
}

/** They said yes before, and are fine with the new date. */
async function confirm(
  trx: Transaction<Database>,
  { request, task }: RequestWithTask,
  line: string | undefined,
  now: string,
): Promise<"saved"> {
  await agreeTo(trx, request.id, task);
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
  const turns_before =
    isForAll && personId ? await giveEveryTurn(trx, { taskId: task.id, personId }) : null;
  const before = {
    turns_before,
    assignee_before_id: holder.assignee_id,
    assignee_before_name: holder.assignee_name,
  };
  const agreed =
    to === "accepted" ? agreedTo({ request, task, status }, seenDue) : { agreed_due: null };
  const changes = {
    state: to,
    answer: to,
    line: line ?? null,
    answered_at: now,
    ...before,
    ...agreed,
  };
  // A yes for only this time makes it a request for only this one.
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
