import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { addressFor, findContacts } from "../contacts.server.ts";
import type { Bit, Database, DeliveryState } from "#db/schema.ts";

const maybeSentStates = [
  "sending",
  "unknown",
  "sent",
  "delivered",
] as const satisfies DeliveryState[];

/** Long enough to press “Undo”. */
const undoSeconds = 60;
const expiresAfterHours = 24;

/**
 * Tells those who said yes, once, that nothing is left to do, through the channel that asked them.
 * @param by the user who did this; null means the asker
 * @param isLeaving the family forgets them, so the message keeps their number or address
 * @param canBeUndone waits a minute, in case the task comes back
 */
export async function notifyReleased(
  trx: Transaction<Database>,
  requestIds: string[],
  {
    by,
    canBeUndone = false,
    isLeaving = false,
  }: { by: string | null; canBeUndone?: boolean; isLeaving?: boolean },
  now: string,
): Promise<void> {
  const expiresAt = laterBy(now, { hours: expiresAfterHours });
  const notBefore = canBeUndone ? laterBy(now, { seconds: undoSeconds }) : now;
  for (const { id, asked_by, channel, user_id, contact } of await findToNotify(trx, requestIds)) {
    const userId = by ?? asked_by;
    if (!userId || userId === user_id) continue;
    const to = isLeaving && contact ? addressFor(channel, contact) : null;
    const payload = to ? { to } : null;
    const message = {
      kind: "delegation_release",
      channel,
      userId,
      subjectId: id,
      payload,
    } as const;
    const dedupeKey = `delegation_release:${id}:${now}`;
    await addDeliveries(trx, [{ ...message, dedupeKey, notBefore, expiresAt }], now);
  }
}

export async function findNotifiedIds(
  trx: Transaction<Database>,
  requestIds: string[],
): Promise<string[]> {
  const messages = await findMessagesAbout(trx, "delegation_release", requestIds);
  return messages.filter(isMaybeSent).map(({ subject_id }) => subject_id);
}

/** Finds the messages that reached the delegates. Deleting the asker's account deletes the question itself. */
export async function findQuestions(trx: Transaction<Database>, requestIds: string[]) {
  // Only who was asked is told, so this need not be sent yet.
  const handedOver = await findMessagesAbout(trx, "delegation_handover", requestIds);
  const questions = await findMessagesAbout(trx, "delegation_request", requestIds);
  return [...handedOver, ...questions.filter(isMaybeSent)];
}

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
    .select(["id", "task_id", "asked_by", "person_id", "is_for_all"])
    .where("id", "in", [...channels.keys()])
    .where("answer", "=", "accepted")
    .where("done_at", "is", null)
    .execute();
  const personIds = rows.flatMap(({ person_id }) => person_id ?? []);
  const family = await findPeopleByIds(trx, personIds);
  const contacts = await findContacts(trx, personIds);
  const tasks = await findTasks(
    trx,
    rows.map(({ task_id }) => task_id),
  );
  // A date that was missed is nothing to be told of.
  const isOver = (taskId: string, isForAll: Bit) => {
    const task = tasks.get(taskId);
    return task?.was_missed === 1 && task.is_completed === 0 && isForAll === 0;
  };
  return rows.flatMap(({ person_id, task_id, is_for_all, ...row }) => {
    const channel = channels.get(row.id);
    const delegate = family.get(person_id ?? "");
    return channel && !notified.has(row.id) && !isOver(task_id, is_for_all)
      ? [
          {
            ...row,
            channel,
            user_id: delegate?.user_id ?? null,
            contact: contacts.get(delegate?.id ?? ""),
          },
        ]
      : [];
  });
}

function isMaybeSent({ state }: { state: DeliveryState }): boolean {
  return maybeSentStates.some((maybeSent) => maybeSent === state);
}
