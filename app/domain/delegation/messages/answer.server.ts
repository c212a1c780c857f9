import type { Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { findHouseholdIds } from "#app/domain/household/members/membership.server.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Delivery, type Instance, type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import { findPreferencesByUser, type Preferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import { delegationAnswerMessage } from "./answer-text.ts";

/** Stored, because the request may have moved on by the time this is sent. */
const payload: z.ZodType<Payload> = z.object({ answer: z.enum(["accepted", "declined", "took_back", "done", "left"]) });

type Payload = MessagePayloads["delegation_answer"];
type Answer = Payload["answer"];

export const delegationAnswerType: MessageType = {
  label: "Reply to a request",
  canRecur: true,
  followsPreferences: true,
  async prepare(trx, deliveries, instance) {
    const answers = await findAnswers(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const answered = answers.get(delivery.subject_id);
      const { answer } = readPayload(payload, delivery);
      if (answered) prepared.set(delivery.id, prepareOne(delivery, answered, answer, instance));
    }
    return prepared;
  },
};

function prepareOne(delivery: Delivery, answered: AnsweredRequest, answer: Answer, instance: Instance): Preparation {
  const { request, task, email, preferences } = answered;
  const to = ownAddress(delivery.channel, email, preferences);
  const { delegate_name: who, line } = request;
  const isForAll = request.is_for_all === 1;
  const message = delegationAnswerMessage({ who, answer, task, line, isForAll, origin: instance.origin });
  const cancelReason = findCancelReason(delivery, answered, answer);
  if (cancelReason || !to) return { cancelled: cancelReason ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function findCancelReason(delivery: Delivery, answered: AnsweredRequest, answer: Answer): Reason | null {
  const { request, task, preferences, isAskerMember } = answered;
  const unwanted = () => unwantedReason(delivery, preferences);
  if (!isAskerMember) return "not_a_member";
  if (task.deleted_at && !(task.was_missed && answer === "took_back")) return "task_deleted";
  if (answer === "left") return task.is_completed || task.delegation_status !== "none" ? "superseded" : unwanted();
  if (request.ended_at) return "withdrawn";
  const latest = request.done_at ? "done" : request.took_back_yes ? "took_back" : request.answer;
  if (answer !== latest) return "superseded";
  return unwanted();
}

interface AnsweredRequest extends RequestWithTask {
  email: string;
  preferences: Preferences;
  isAskerMember: boolean;
}

async function findAnswers(trx: Transaction<Database>, ids: string[]): Promise<Map<string, AnsweredRequest>> {
  const requests = [...(await findRequests(trx, ids)).values()];
  const askerIds = requests.flatMap(({ request }) => request.asked_by ?? []);
  const people = await findPeople(trx, askerIds);
  const preferencesByUser = await findPreferencesByUser(trx, askerIds);
  const householdIds = await findHouseholdIds(trx, askerIds);
  return new Map(
    requests.flatMap((found): [string, AnsweredRequest][] => {
      const askedBy = found.request.asked_by ?? "";
      const [person, preferences] = [people.get(askedBy), preferencesByUser.get(askedBy)];
      if (!person || !preferences) return [];
      const isAskerMember = householdIds.get(askedBy) === found.task.household_id;
      return [[found.request.id, { ...found, email: person.email, preferences, isAskerMember }]];
    }),
  );
}
