import type { Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Delivery, type Instance, type Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import { filterWhoHeardDone } from "../ending/heard-done.server.ts";
import { type Answer, readAnswer } from "../ending/notify-askers.server.ts";
import { delegationAnswerMessage } from "./answer-text.ts";

export const delegationAnswerType: MessageType = {
  label: "Reply to a request",
  canRecur: true,
  followsPreferences: true,
  getsHalf: true,
  async prepare(trx, deliveries, instance) {
    const answers = await findAnswers(trx, deliveries);
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const answered = answers.get(delivery.id);
      const answer = readAnswer(delivery);
      if (answered) prepared.set(delivery.id, prepareOne(delivery, answered, answer, instance));
    }
    return prepared;
  },
};

function prepareOne(
  delivery: Delivery,
  answered: AnsweredRequest,
  answer: Answer,
  instance: Instance,
): Preparation {
  const { who, request, task, email, preferences } = answered;
  const to = ownAddress(delivery.channel, email, preferences);
  const { line, is_for_all } = request;
  const message = delegationAnswerMessage({
    who,
    answer,
    task,
    line,
    isForAll: is_for_all === 1,
    isMissed: task.was_missed === 1,
    origin: instance.origin,
  });
  const cancelReason = findCancelReason(delivery, answered, answer);
  if (cancelReason || !to)
    return { cancelled: cancelReason ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function findCancelReason(
  delivery: Delivery,
  answered: AnsweredRequest,
  answer: Answer,
): Reason | null {
  const { request, task, preferences, isMember } = answered;
  const unwanted = () => unwantedReason(delivery, preferences);
  if (!isMember) return "not_a_member";
  const isMissedAgain = answer === "reopened" && task.was_missed === 1;
  if (task.deleted_at && !isMissedAgain) return "task_deleted";
  if (answer === "left") return isOpenAgain(answered) ? unwanted() : "superseded";
  if (answer === "gave_up" || answer === "gave_up_once" || answer === "reopened")
    return task.is_completed ? "task_done" : unwanted();
  if (request.ended_at) return "withdrawn";
  if (answered.isKnown) return "superseded";
  return isLatest(delivery, request, answer) ? unwanted() : "superseded";
}

function isLatest(
  { created_at }: Delivery,
  { done_at, took_back_yes, answer: present }: AnsweredRequest["request"],
  answer: Answer,
): boolean {
  // After an Undo, it may have been done again.
  if (done_at) return answer === "done" && created_at >= done_at;
  return (
    (answer === "not_this_time" ? "took_back" : answer) === (took_back_yes ? "took_back" : present)
  );
}

function isOpenAgain({ task }: RequestWithTask): boolean {
  return task.delegation_status === "none" && task.is_completed === 0;
}

interface AnsweredRequest extends RequestWithTask {
  who: string;
  email: string;
  preferences: Preferences;
  isMember: boolean;
  /** True for a "done" if it was reopened and done again before the asker heard of it. */
  isKnown: boolean;
}

async function findAnswers(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
): Promise<Map<string, AnsweredRequest>> {
  const requests = await findRequests(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  // If the asker has left, the household's owner gets a message of their own.
  const userIds = deliveries.map(({ user_id }) => user_id);
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  const labels = await findLabels(
    trx,
    [...requests.values()].flatMap(({ request }) => request.person_id ?? []),
  );
  const known = await findKnown(trx, deliveries, requests);
  return new Map(
    deliveries.flatMap(({ id, user_id, subject_id }): [string, AnsweredRequest][] => {
      const found = requests.get(subject_id);
      const [person, preferences] = [people.get(user_id), preferencesByUser.get(user_id)];
      if (!found || !person || !preferences) return [];
      const isMember = householdIds.get(user_id) === found.task.household_id;
      const { person_id, delegate_name } = found.request;
      const who = labels.get(person_id ?? "") ?? delegate_name;
      const isKnown = known.has(id);
      return [[id, { ...found, who, email: person.email, preferences, isMember, isKnown }]];
    }),
  );
}

async function findKnown(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
  requests: ReadonlyMap<string, RequestWithTask>,
): Promise<Set<string>> {
  const done = deliveries.filter((delivery) => readAnswer(delivery) === "done");
  const askers = done.flatMap(({ id, user_id: userId, subject_id, created_at: before }) => {
    const { request, task } = requests.get(subject_id) ?? {};
    return request && task ? [{ id, requestId: request.id, taskId: task.id, userId, before }] : [];
  });
  const claimedIds = deliveries.map(({ id }) => id);
  return new Set((await filterWhoHeardDone(trx, askers, claimedIds)).map(({ id }) => id));
}
