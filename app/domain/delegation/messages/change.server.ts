import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { delegationMessageLink } from "#app/domain/core/links.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { addressFor, type Contact, findContacts } from "../contacts.server.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import {
  findUnseenChange,
  isTimeOver,
  markNotified,
  missedCause,
} from "../telling/known-due.server.ts";
import { delegationChangeMessage } from "./change-text.ts";

export const delegationChangeType: MessageType = {
  label: "Change of a task that someone said yes to",
  isToOthers: true,
  async prepare(trx, deliveries, instance, now) {
    const ids = deliveries.map(({ subject_id }) => subject_id);
    const requests = await findRequests(trx, ids);
    const found = [...requests.values()];
    const contacts = await findContacts(
      trx,
      found.flatMap(({ request }) => request.person_id ?? []),
    );
    const movers = await findPeople(
      trx,
      found.flatMap(({ task }) => task.moved_by ?? []),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const request = requests.get(delivery.subject_id);
      const contact = contacts.get(request?.request.person_id ?? "");
      const mover = movers.get(request?.task.moved_by ?? "");
      if (!request || !contact) continue;
      const facts = { ...request, contact, mover: mover ? personName(mover) : null };
      const preparation = prepareOne(delivery, facts, instance, now);
      prepared.set(delivery.id, preparation);
      if (!("cancelled" in preparation) && delivery.state === "sending")
        await markNotified(trx, request);
    }
    return prepared;
  },
};

interface Change extends RequestWithTask {
  contact: Contact;
  mover: string | null;
}

function prepareOne(
  { channel, cause }: Delivery,
  { request, task, status, contact, mover }: Change,
  instance: Instance,
  now: string,
): Preparation {
  const news = findUnseenChange(request, task);
  if (status !== "accepted") return { cancelled: "superseded" };
  if (news === "missed" && cause !== missedCause(request.id)) return { cancelled: "superseded" };
  if (!news) return { cancelled: "task_back" };
  const { due_date: instant, due_time_zone: timeZone } = task;
  const to = addressFor(channel, contact);
  const message = delegationChangeMessage({
    // Mila may have been off until the new time was over.
    news: isTimeOver(task, now) ? "missed" : news,
    mover,
    title: titleForWhom(task),
    due: instant && timeZone ? { instant, timeZone } : null,
    timeZone: contact.timeZone,
    url: delegationMessageLink(instance, request),
    now,
  });
  return to
    ? { to, message, isKnown: contact.confirmed.includes(to) }
    : { cancelled: "no_address", message };
}
