import type { Transaction } from "kysely";
import { statesIn } from "#app/domain/outbox/state.ts";
import { outcomesQuery } from "#app/domain/outbox/views/about-subject.server.ts";
import { listTaskEvents } from "#app/domain/tasks/changing/history.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { readAnswer } from "./notify-askers.server.ts";
import { isMaybeSent } from "./notify-released.server.ts";

interface Asker {
  requestId: string;
  taskId: string;
  userId: string;
}

/**
 * Returns the askers for whom the task is done: the last message that they got before this instant
 * says so, and they have not reopened it themselves since.
 * @param claimedIds messages that are claimed, and may still be cancelled
 */
export async function filterWhoHeardDone<Each extends Asker>(
  trx: Transaction<Database>,
  askers: readonly (Each & { before: string })[],
  claimedIds: readonly string[] = [],
): Promise<Each[]> {
  if (askers.length === 0) return [];
  const requestIds = askers.map(({ requestId }) => requestId);
  const messages = await outcomesQuery(trx, "delegation_answer", requestIds)
    .where("deliveries.id", "not in", idList(claimedIds))
    .orderBy("deliveries.created_at", "desc")
    .orderBy("deliveries.id", "desc")
    .execute();
  const sent = messages.filter(isMaybeSent);
  const heard: Each[] = [];
  for (const asker of askers) {
    const last = sent.find(
      ({ subject_id, user_id, created_at }) =>
        subject_id === asker.requestId && user_id === asker.userId && created_at < asker.before,
    );
    const isDone = last && readAnswer(last) === "done";
    if (isDone && !(await hasReopenedSince(trx, asker, last.created_at))) heard.push(asker);
  }
  return heard;
}

async function hasReopenedSince(
  trx: Transaction<Database>,
  { taskId, userId }: Asker,
  since: string,
): Promise<boolean> {
  const events = await listTaskEvents(trx, taskId);
  return events.some(
    ({ mark, acted_by, acted_at }) =>
      mark === "reopened" && acted_by === userId && acted_at > since,
  );
}

/** Returns the requests whose askers are about to hear that the task is open again. */
export async function findToldSoon(
  trx: Transaction<Database>,
  requestIds: string[],
): Promise<Set<string>> {
  const messages = await outcomesQuery(trx, "delegation_answer", requestIds)
    .where("last.state", "in", statesIn("waiting"))
    .execute();
  const reopened = messages.filter((message) => readAnswer(message) === "reopened");
  return new Set(reopened.map(({ subject_id }) => subject_id));
}
