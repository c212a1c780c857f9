import type { Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
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
  const { request, task, email, preferences } = answered;
  const to = ownAddress(delivery.channel, email, preferences);
  const { delegate_name: who, line } = request;
  const isForAll = request.is_for_all === 1;
  const message = delegationAnswerMessage({
    who,
    answer,
    task,
    line,
    isForAll,
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
  if (task.deleted_at) return "task_deleted";
  if (answer === "left") return isOpenAgain(answered) ? unwanted() : "superseded";
  if (request.ended_at) return "withdrawn";
  const latest = request.done_at ? "done" : request.took_back_yes ? "took_back" : request.answer;
  if ((answer === "not_this_time" ? "took_back" : answer) !== latest) return "superseded";
  return unwanted();
}

function isOpenAgain({ task }: RequestWithTask): boolean {
  return task.delegation_status === "none" && task.is_completed === 0;
}

interface AnsweredRequest extends RequestWithTask {
  email: string;
  preferences: Preferences;
  isMember: boolean;
}

async function findAnswers(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
): Promise<Map<string, AnsweredRequest>> {
  const requests = await findRequests(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  // If the asker has left, the household's owner has a message of their own.
  const userIds = deliveries.map(({ user_id }) => user_id);
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  return new Map(
    deliveries.flatMap(({ id, user_id, subject_id }): [string, AnsweredRequest][] => {
      const found = requests.get(subject_id);
      const [person, preferences] = [people.get(user_id), preferencesByUser.get(user_id)];
      if (!found || !person || !preferences) return [];
      const isMember = householdIds.get(user_id) === found.task.household_id;
      return [[id, { ...found, email: person.email, preferences, isMember }]];
    }),
  );
}
