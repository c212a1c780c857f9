import type { Kysely, Transaction } from "kysely";
import { recordDelegationAnswer, completeAsDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { AnswerInput } from "../input.ts";
import { findRequests, type FoundRequest } from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { notifyAsker } from "./notify-asker.server.ts";

/** "late": it can be answered so no more, for the reason that its page tells. */
type Answered = "saved" | "same" | "late";

/** What each answer can follow, and what it makes of the request. */
const steps = {
  accept: { from: "pending", to: "accepted" },
  decline: { from: "pending", to: "declined" },
  done: { from: "accepted", to: "done" },
} as const satisfies Record<AnswerInput["answer"], { from: RequestStatus; to: RequestStatus }>;

/** What somebody says to a request, in a transaction of its own. */
export const answerRequest = (db: Kysely<Database>, id: string, said: AnswerInput, now: string = nowIso()) =>
  db.transaction().execute((trx) => answerWithin(trx, id, said, now));

/**
 * Writes down what somebody says to a request, changes the task with it, and tells who asked. Said twice, it is said
 * once.
 */
export async function answerWithin(
  trx: Transaction<Database>,
  id: string,
  { answer, line }: AnswerInput,
  now: string,
): Promise<Answered> {
  const found = (await findRequests(trx, [id])).get(id);
  if (!found) return "late";
  const { request, task, status } = found;
  const { from, to } = steps[answer];
  if (status === to) return "same";
  if (status !== from) return "late";
  if (to === "done") await finish(trx, request, line, now);
  else await reply(trx, found, { to, line }, now);
  await announceTaskChange(trx, [task.id], now);
  await notifyAsker(trx, request, to, now);
  return "saved";
}

async function reply(
  trx: Transaction<Database>,
  { request, task }: FoundRequest,
  { to, line }: { to: "accepted" | "declined"; line?: string },
  now: string,
): Promise<void> {
  const said = { state: to, answer: to, line: line ?? null, answered_at: now };
  await trx
    .updateTable("delegations")
    .set({ ...said, assignee_before: task.assignee })
    .where("id", "=", request.id)
    .execute();
  await recordDelegationAnswer(trx, task.id, { answer: to, name: request.delegate_name });
}

async function finish(
  trx: Transaction<Database>,
  request: FoundRequest["request"],
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
