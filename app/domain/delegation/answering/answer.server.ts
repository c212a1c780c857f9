import type { Kysely, Selectable, Transaction } from "kysely";
import { followTaskChange } from "#app/domain/tasks/changing/sync-after-task-change.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { AnswerInput } from "../input.ts";
import { type Standing, standingOf } from "../request-status.ts";
import { notifyAsker } from "./notify-asker.server.ts";

type Request = Pick<Selectable<Database["delegations"]>, "id" | "task_id" | "asked_by" | "delegate_name"> & {
  assignee: string | null;
};

/** "late": it can be answered so no more, for the reason that its page tells. */
type Answered = "saved" | "same" | "late";

/** What each answer can follow, and what it makes of the request. */
const steps = {
  accept: { from: "pending", to: "accepted" },
  decline: { from: "pending", to: "declined" },
  done: { from: "accepted", to: "done" },
} as const satisfies Record<AnswerInput["answer"], { from: Standing; to: Standing }>;

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
  const request = await trx
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .select(["delegations.id", "task_id", "asked_by", "delegate_name", "state", "done_at"])
    .select(["tasks.is_completed", "tasks.deleted_at", "tasks.assignee"])
    .where("delegations.id", "=", id)
    .executeTakeFirst();
  if (!request) return "late";
  const standing = standingOf(request);
  const { from, to } = steps[answer];
  if (standing === to) return "same";
  if (standing !== from) return "late";
  if (to === "done") await finish(trx, request, line, now);
  else await reply(trx, request, { to, line }, now);
  await followTaskChange(trx, [request.task_id], now);
  await notifyAsker(trx, request, to, now);
  return "saved";
}

async function reply(
  trx: Transaction<Database>,
  { id, task_id, delegate_name, assignee }: Request,
  { to, line }: { to: "accepted" | "declined"; line?: string },
  now: string,
): Promise<void> {
  const said = { state: to, answer: to, line: line ?? null, answered_at: now };
  await trx
    .updateTable("delegations")
    .set({ ...said, assignee_before: assignee })
    .where("id", "=", id)
    .execute();
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      delegation_status: to,
      ...(to === "accepted" && { assignee: delegate_name }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", task_id)
    .execute();
}

async function finish(
  trx: Transaction<Database>,
  request: Request,
  line: string | undefined,
  now: string,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ done_at: now, ...(line && { line }) })
    .where("id", "=", request.id)
    .execute();
  // Who did it is in the request.
  const mark = { marked_as: "completed", marked_by: null, marked_at: now } as const;
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ is_completed: 1, ...mark, version: eb("version", "+", 1) }))
    .where("id", "=", request.task_id)
    .execute();
}
