import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findOwners } from "#app/domain/people/household/membership.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { notifyAskers, readAnswer } from "./notify-askers.server.ts";
import { canBeAnswered } from "../requests/open-requests.server.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";
import { endRequests } from "./end-requests.server.ts";
import { findQuestions } from "./notify-released.server.ts";

/**
 * Hands a leaving user's requests over to the owner of the household, and tells everyone who was
 * asked.
 */
export async function handOverRequests(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  now: string,
): Promise<void> {
  const ownerId = (await findOwners(trx, [householdId])).get(householdId);
  if (!ownerId || ownerId === userId) return;
  const rows = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "person_id", "state"])
    .where("asked_by", "=", userId)
    .where(canBeAnswered)
    .execute();
  const tasks = await findTasks(
    trx,
    rows.map(({ task_id }) => task_id),
  );
  const requests = rows.filter(({ task_id }) => tasks.get(task_id)?.household_id === householdId);
  await trx
    .updateTable("delegations")
    .set({ asked_by: ownerId, is_handed_over: 1 })
    .where("id", "in", idList(requests.map(({ id }) => id)))
    .execute();
  const family = await findPeopleByIds(
    trx,
    requests.flatMap(({ person_id }) => person_id ?? []),
  );
  const isOwners = (id: string | null) => family.get(id ?? "")?.user_id === ownerId;
  // A finished task keeps its request, and nobody needs a message about it.
  const open = requests.filter(
    ({ state, task_id }) => state !== "superseded" && tasks.get(task_id)?.is_completed === 0,
  );
  const [own, others] = [
    open.filter(({ person_id }) => isOwners(person_id)),
    open.filter(({ person_id }) => !isOwners(person_id)),
  ];
  // Owners keep what they said yes to, and need not answer a question of their own.
  const unanswered = own.filter(({ state }) => state === "pending");
  const ended = await endRequests(
    trx,
    unanswered.map(({ task_id }) => task_id),
    "withdrawn",
    { by: ownerId, now },
  );
  await announceTaskChange(trx, ended, now);
  await handOverAnswers(trx, { userId, householdId, ownerId }, now);
  const unchanged = others.filter(({ state }) => state !== "declined");
  await notifyHandedOver(
    trx,
    unchanged.map(({ id }) => id),
    now,
  );
}

/** Hands over the newest answer to each request that has not reached the leaving user yet. */
async function handOverAnswers(
  trx: Transaction<Database>,
  { userId, householdId, ownerId }: { userId: string; householdId: string; ownerId: string },
  now: string,
): Promise<void> {
  const waiting = await findUnfinishedMessages(trx, "delegation_answer", userId);
  const answers = new Map(waiting.map((message) => [message.subject_id, readAnswer(message)]));
  const requests = await findRequests(trx, [...answers.keys()]);
  const unheard = [...answers].filter(
    ([id]) => requests.get(id)?.task.household_id === householdId,
  );
  await notifyAskers(
    trx,
    unheard.map(([id, answer]) => ({ id, asked_by: ownerId, answer })),
    now,
  );
}

/** Tells the delegates whose request it is now, by the channel that asked them. */
async function notifyHandedOver(
  trx: Transaction<Database>,
  requestIds: string[],
  now: string,
): Promise<void> {
  const questions = await findQuestions(trx, requestIds);
  const rows = await trx
    .selectFrom("delegations")
    .select(["id", "asked_by"])
    .where("id", "in", idList(questions.map(({ subject_id }) => subject_id)))
    .where("state", "in", ["pending", "accepted"])
    .execute();
  const channels = new Map(questions.map(({ subject_id, channel }) => [subject_id, channel]));
  const expiresAt = newsExpiry(now);
  const messages = rows.flatMap(({ id: subjectId, asked_by: userId }) => {
    const channel = channels.get(subjectId);
    if (!channel || !userId) return [];
    const dedupeKey = `delegation_handover:${subjectId}:${now}`;
    return [
      { kind: "delegation_handover", channel, userId, subjectId, dedupeKey, expiresAt } as const,
    ];
  });
  await addDeliveries(trx, messages, now);
}
