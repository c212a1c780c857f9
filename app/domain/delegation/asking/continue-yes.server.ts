import { v7 as newId } from "uuid";
import type { Selectable, Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";
import { endYesToAll, listRecentTaskIds } from "#app/domain/series/changing/yes-to-all.server.ts";
import { giveToTurn } from "#app/domain/series/occurrences/give-to-turn.server.ts";
import { clearDelegation } from "#app/domain/tasks/changing/delegation.server.ts";
import { ChangeRefused } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { keptRequests } from "../limits.ts";
import { findOpenRequest } from "../requests/open-requests.server.ts";
import { sendQuestion } from "./send-question.server.ts";

type Request = Selectable<Database["delegations"]>;

/** Leaves enough time to press “Undo” on the previous occurrence. */
const undoSeconds = 60;

/**
 * Gives the next occurrence of a yes to all a request of its own, already accepted, and sends one
 * message.
 */
export async function continueYes(
  trx: Transaction<Database>,
  { taskId, personId, otherwise }: { taskId: string; personId: string; otherwise: Assignee },
  now: string,
): Promise<void> {
  const last = await findLast(trx, { taskId, personId });
  const task = (await findTasks(trx, [taskId])).get(taskId)!;
  if (!last) return endLost(trx, task, now);
  const { asked_by: userId, delegate_name, method, is_handed_over } = last;
  const id = newId();
  const root = last.continues_id ?? last.id;
  await trx
    .insertInto("delegations")
    .values({
      id,
      task_id: taskId,
      asked_by: userId,
      person_id: personId,
      delegate_name,
      method,
      state: "accepted",
      answer: "accepted",
      asked_at: now,
      answered_at: now,
      is_for_all: 1,
      is_handed_over,
      continues_id: root,
      agreed_due: task.due_date,
      assignee_before_id: otherwise.assignee_id,
      assignee_before_name: otherwise.assignee_name,
    })
    .execute();
  await forgetOld(trx, root);
  const notBefore = laterBy(now, { seconds: undoSeconds });
  if (userId) await sendQuestion(trx, { id, method, userId, isContinued: true, notBefore }, now);
}

/**
 * Ends a yes to all whose requests were purged with their tasks: nobody could withdraw it, and the
 * asker is unknown.
 */
async function endLost(trx: Transaction<Database>, task: Task, now: string): Promise<void> {
  await endYesToAll(trx, [task.id], now);
  await clearDelegation(trx, [task.id]);
  await giveToTurn(trx, task);
}

/**
 * Deletes the continued request when the previous occurrence is reopened and this one waits again.
 * @throws ChangeRefused if somebody was asked for this one: nobody would see it while it waits
 */
export async function forgetContinued(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("delegations")
    .where("task_id", "=", taskId)
    .where("continues_id", "is not", null)
    .executeTakeFirst();
  if (await findOpenRequest(trx, taskId)) throw new ChangeRefused("Somebody was asked for it");
  // Clearing counts the version up, also of a task that nobody said yes to.
  if (numDeletedRows > 0n) await clearDelegation(trx, [taskId]);
}

async function findLast(
  trx: Transaction<Database>,
  { taskId, personId }: { taskId: string; personId: string },
): Promise<Request | undefined> {
  return trx
    .selectFrom("delegations")
    .selectAll()
    .where("task_id", "in", idList(await listRecentTaskIds(trx, taskId)))
    .where("person_id", "=", personId)
    .where("is_for_all", "=", 1)
    .where("answer", "is not", null)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Deletes old ones, because a daily task would leave thousands. */
async function forgetOld(trx: Transaction<Database>, root: string): Promise<void> {
  const all = trx.selectFrom("delegations").select("id").where("continues_id", "=", root);
  await trx
    .deleteFrom("delegations")
    .where("continues_id", "=", root)
    .where(
      "id",
      "not in",
      all.orderBy("asked_at", "desc").orderBy("id", "desc").limit(keptRequests),
    )
    .execute();
}
