import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { Transaction } from "kysely";
import { waitsForConfirmation } from "#app/domain/accounts/confirmed-address.server.ts";
import { fullName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { delegationMessageLink } from "#app/domain/core/links.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import type { MessageSender } from "#app/domain/outbox/rendering/sender.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import { addressFor, type Contact, findContacts } from "../contacts.server.ts";
import {
  type RequestWithTask,
  findFollowingOf,
  findRequests,
} from "../requests/find-requests.server.ts";
import { markNotified } from "../telling/known-due.server.ts";
import { delegationRequestMessage, yoursAgainMessage } from "./request-text.ts";

export const delegationRequestType: MessageType = {
  label: "Request to help with a task",
  canRecur: true,
  waitsForUser: waitsForConfirmation,
  isToOthers: true,
  async prepare(trx, deliveries, instance, now) {
    const details = await findRequestDetails(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const request = details.get(delivery.subject_id);
      if (!request) continue;
      const preparation = prepareOne(delivery, request, instance, now);
      prepared.set(delivery.id, preparation);
      if (!("cancelled" in preparation) && delivery.state === "sending")
        await markNotified(trx, request);
    }
    return prepared;
  },
};

const reasonsByState: Record<DelegationState, Reason | null> = {
  pending: null,
  accepted: "answered",
  declined: "answered",
  withdrawn: "withdrawn",
  superseded: "superseded",
  task_completed: "task_done",
  task_deleted: "task_deleted",
};

/**
 * For a request that continues a yes, only later events count. If its date was missed while the
 * message could not go out, another message says so.
 */
function findReason({ request, status, task }: RequestDetails): Reason | null {
  if (request.continues_id === null) return reasonsByState[request.state];
  if (task.was_missed && !task.is_completed) return "task_past";
  switch (status) {
    case "accepted":
      return null;
    case "done":
    case "completed":
      return "task_done";
    case "deleted":
      return "task_deleted";
    default:
      return reasonsByState[request.state];
  }
}

function prepareOne(
  { channel }: Delivery,
  details: RequestDetails,
  instance: Instance,
  now: string,
): Preparation {
  const to = addressFor(channel, details.contact);
  const message = writeRequest(details, instance, now);
  const cancelReason = findReason(details) ?? (details.isAskerMember ? null : "not_a_member");
  if (cancelReason || !to)
    return { cancelled: cancelReason ?? "no_address", ...(to && { to }), message };
  return { to, message, isKnown: details.contact.confirmed.includes(to) };
}

function writeRequest(details: RequestDetails, instance: Instance, now: string) {
  const { request, task, asker, contact, following } = details;
  const { description, due_date, due_time_zone } = task;
  const title = titleForWhom(task);
  const due = due_date && due_time_zone ? { instant: due_date, timeZone: due_time_zone } : null;
  const url = delegationMessageLink(instance, request);
  const facts = { asker, task: { title, description, due }, timeZone: contact.timeZone, url, now };
  return request.continues_id === null
    ? delegationRequestMessage({ ...facts, following })
    : yoursAgainMessage(facts);
}

interface RequestDetails extends RequestWithTask {
  asker: MessageSender;
  isAskerMember: boolean;
  contact: Contact;
  following: string | undefined;
}

async function findRequestDetails(
  trx: Transaction<Database>,
  ids: string[],
): Promise<Map<string, RequestDetails>> {
  const requests = [...(await findRequests(trx, ids)).values()];
  const contacts = await findContacts(
    trx,
    requests.flatMap(({ request }) => request.person_id ?? []),
  );
  const askerIds = requests.flatMap(({ request }) => request.asked_by ?? []);
  const askers = await findPeople(trx, askerIds);
  const householdIds = await findHouseholdIds(trx, askerIds);
  const following = await findFollowingOf(trx, requests);
  return new Map(
    requests.flatMap((found): [string, RequestDetails][] => {
      const { id, asked_by: askedBy, person_id } = found.request;
      const contact = contacts.get(person_id ?? "");
      const person = askers.get(askedBy ?? "");
      if (!contact || !person) return [];
      const asker = { name: fullName(person), email: person.email };
      const isAskerMember = householdIds.get(askedBy ?? "") === found.task.household_id;
      return [[id, { ...found, asker, isAskerMember, contact, following: following.get(id) }]];
    }),
  );
}
