import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { idList } from "#db/sql/values.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { addressFor, findContacts } from "../contacts.server.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";
import { undoSeconds } from "./notify-askers.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";

const maybeSentStates = [
  "sending",
  "unknown",
  "sent",
  "delivered",
] as const satisfies DeliveryState[];

/**
 * Tells everyone who said yes, once, that nothing is left to do, by the channel that asked them.
 * @param by the user who did this; null means the asker
 * @param isLeaving the family forgets them, so the message stores their number or address
 * @param canBeUndone waits a minute, in case the task comes back
 */
export async function notifyReleased(
  trx: Transaction<Database>,
  requestIds: string[],
  {
    by,
    canBeUndone = false,
    isLeaving = false,
  }: { by: string | null; canBeUndone?: boolean | undefined; isLeaving?: boolean | undefined },
  now: string,
): Promise<void> {
  const expiresAt = newsExpiry(now);
  const notBefore = canBeUndone ? laterBy(now, { seconds: undoSeconds }) : now;
  const toNotify = await findToNotify(trx, requestIds);
  const messages = toNotify.flatMap(({ id: subjectId, asked_by, channel, contact }) => {
    const userId = by ?? asked_by;
    if (!userId || userId === contact?.userId) return [];
    const to = isLeaving && contact ? addressFor(channel, contact) : null;
    const message = { kind: "delegation_release", channel, userId, subjectId } as const;
    const dedupeKey = `delegation_release:${subjectId}:${now}`;
    return [{ ...message, payload: to ? { to } : null, dedupeKey, notBefore, expiresAt }];
  });
  await addDeliveries(trx, messages, now);
}

export async function findNotifiedIds(
  trx: Transaction<Database>,
  requestIds: string[],
): Promise<string[]> {
  const messages = await findMessagesAbout(trx, "delegation_release", requestIds);
  return messages.filter(isMaybeSent).map(({ subject_id }) => subject_id);
}

/**
 * Finds the messages that reached the delegates. Deleting the asker's account deletes the question
 * itself.
 */
export async function findQuestions(trx: Transaction<Database>, requestIds: string[]) {
  // Only delegates who were asked get this message, so it need not have been sent yet.
  const handedOver = await findMessagesAbout(trx, "delegation_handover", requestIds);
  const questions = await findMessagesAbout(trx, "delegation_request", requestIds);
  const own = [...handedOver, ...questions.filter(isMaybeSent)];
  const reached = new Set(own.map(({ subject_id }) => subject_id));
  return [...own, ...(await findEarlierQuestions(trx, requestIds, reached))];
}

/**
 * Someone who said yes to all may not have heard yet that the next occurrence is open. Their last
 * message about one before counts instead: the first may be forgotten after months.
 */
async function findEarlierQuestions(
  trx: Transaction<Database>,
  requestIds: string[],
  reached: ReadonlySet<string>,
) {
  const rows = await trx
    .selectFrom("delegations")
    .select(["id", "continues_id"])
    .where("id", "in", idList(requestIds))
    .where("continues_id", "is not", null)
    .execute();
  const continued = rows.filter(({ id }) => !reached.has(id));
  const roots = [...new Set(continued.flatMap(({ continues_id }) => continues_id ?? []))];
  const later = await trx
    .selectFrom("delegations")
    .select(["id", "continues_id"])
    .where("continues_id", "in", idList(roots))
    .execute();
  const rootOf = new Map(later.map(({ id, continues_id }) => [id, continues_id]));
  const asked = [...roots, ...rootOf.keys()];
  const earlier = (await findMessagesAbout(trx, "delegation_request", asked)).filter(isMaybeSent);
  return continued.flatMap(({ id, continues_id: root }) => {
    const last = earlier.find(({ subject_id }) => (rootOf.get(subject_id) ?? subject_id) === root);
    return last ? [{ ...last, subject_id: id }] : [];
  });
}

/** Finds delegates who said yes, were reached, and have not been notified yet. */
export async function findToNotify(trx: Transaction<Database>, requestIds: string[]) {
  const releases = await findMessagesAbout(trx, "delegation_release", requestIds);
  const notified = new Set(
    releases.filter(({ state }) => state !== "cancelled").map(({ subject_id }) => subject_id),
  );
  const questions = await findQuestions(trx, requestIds);
  // If WhatsApp could not deliver the question, an SMS did.
  const channels = new Map(questions.map(({ subject_id, channel }) => [subject_id, channel]));
  if (channels.size === 0) return [];
  const rows = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "asked_by", "person_id"])
    .where("id", "in", [...channels.keys()])
    .where("answer", "=", "accepted")
    .where("done_at", "is", null)
    .execute();
  const contacts = await findContacts(
    trx,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const tasks = await findTasks(
    trx,
    rows.map(({ task_id }) => task_id),
  );
  return rows.flatMap(({ id, asked_by, person_id, task_id }) => {
    const channel = channels.get(id);
    const task = tasks.get(task_id);
    // A missed date is no reason to notify anyone.
    const isOver = task?.was_missed === 1 && task.is_completed === 0;
    if (!channel || notified.has(id) || isOver) return [];
    return [{ id, asked_by, channel, task, contact: contacts.get(person_id ?? "") }];
  });
}

export function isMaybeSent({ state }: { state: DeliveryState }): boolean {
  return maybeSentStates.some((maybeSent) => maybeSent === state);
}
