import type { Kysely, Transaction } from "kysely";
import { recordDelegationAnswer, completeAsDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { giveEveryTurn } from "#app/domain/series/changing-turns/every-turn.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { recordAnswerTo } from "#app/domain/outbox/others/answered-senders.server.ts";
import type { Database } from "#db/schema.ts";
import type { AnswerInput } from "../input.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import { requestCause } from "../requests/request-cause.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { notifyAsker } from "../ending/notify-asker.server.ts";

/** `proof`: they got Mila's message; `recipient` is their number's keyed hash, where that is known. */
type Answer = AnswerInput & { proof?: { recipient?: string } };

type AnswerResult = "saved" | "same" | "late";

const transitions = {
  accept: { from: "pending", to: "accepted" },
  accept_once: { from: "pending", to: "accepted" },
  decline: { from: "pending", to: "declined" },
  done: { from: "accepted", to: "done" },
} as const satisfies Record<AnswerInput["answer"], { from: RequestStatus; to: RequestStatus }>;

export const answerRequest = (db: Kysely<Database>, id: string, input: Answer, now: string = nowIso()) =>
  db.transaction().execute((trx) => recordAnswer(trx, id, input, now));

/** Records an answer, updates the task and notifies the asker; a repeated answer changes nothing. */
export async function recordAnswer(
  trx: Transaction<Database>,
  id: string,
  { answer, line, proof }: Answer,
  now: string,
): Promise<AnswerResult> {
  const found = (await findRequests(trx, [id])).get(id);
  if (!found) return "late";
  const { request, task, status } = found;
  const { from, to } = transitions[answer];
  if (status === to) return "same";
  if (status !== from) return "late";
  if (to === "done") await finish(trx, request, line, now);
  else await reply(trx, found, { to, line, isForAll: answer === "accept" && request.is_for_all === 1 }, now);
  await announceTaskChange(trx, [task.id], now);
  await notifyAsker(trx, request, to, now);
  if (proof && request.asked_by) await recordAnswerTo(trx, { cause: requestCause(id), ...proof }, now);
  return "saved";
}

async function reply(
  trx: Transaction<Database>,
  { request, task }: RequestWithTask,
  { to, line, isForAll }: { to: "accepted" | "declined"; line?: string; isForAll: boolean },
  now: string,
): Promise<void> {
  const memberId = request.family_member_id;
  const turns_before = isForAll && memberId ? await giveEveryTurn(trx, { taskId: task.id, memberId }) : null;
  const changes = { state: to, answer: to, line: line ?? null, answered_at: now, turns_before };
  // A yes for only this time makes it a request for only this one.
  const scope = to === "accepted" ? { is_for_all: bit(isForAll) } : {};
  await trx
    .updateTable("delegations")
    .set({ ...changes, ...scope, assignee_before: task.assignee })
    .where("id", "=", request.id)
    .execute();
  await recordDelegationAnswer(trx, task.id, { answer: to, name: request.delegate_name });
}

async function finish(
  trx: Transaction<Database>,
  request: RequestWithTask["request"],
  line: string | undefined,
  now: string,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ done_at: now, ...(line && { line }) })
    .where("id", "=", request.id)
    .execute();
  await completeAsDelegate(trx, request.task_id, now);
}
