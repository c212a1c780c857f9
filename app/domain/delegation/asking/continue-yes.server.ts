import { v7 as newId } from "uuid";
import type { Selectable, Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";
import { endYesToAll, listRecentTaskIds } from "#app/domain/series/changing/yes-to-all.server.ts";
import { giveToTurn } from "#app/domain/series/changing/give-to-turn.server.ts";
import { clearDelegation } from "#app/domain/tasks/changing/delegation.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { keptRequests } from "../limits.ts";
import { sendQuestion } from "./send-question.server.ts";

type Request = Selectable<Database["delegations"]>;

/** Long enough to press “Undo” on the one before. */
const undoSeconds = 60;

/**
 * The next one of a yes to all has a request of its own, which its person said yes to already, and
 * one message.
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
  if (userId) await sendQuestion(trx, { id, method, userId, notBefore }, now);
}

/**
 * The requests were purged with their tasks: nobody could take the yes back, and nobody knows who
 * asked.
 */
async function endLost(trx: Transaction<Database>, task: Task, now: string): Promise<void> {
  await endYesToAll(trx, [task.id], now);
  await clearDelegation(trx, [task.id]);
  await giveToTurn(trx, task);
}

/** The one before was reopened, and this one waits again. */
export async function forgetContinued(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
): Promise<void> {
  await trx
    .deleteFrom("delegations")
    .where("task_id", "=", taskId)
    .where("continues_id", "is not", null)
    .execute();
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

/** A daily one would leave thousands. */
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
