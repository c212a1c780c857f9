import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { delegationMessageLink } from "#app/domain/core/links.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { canTakeBack } from "../answering/changed-mind.server.ts";
import { addressFor, findContacts } from "../contacts.server.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { delegationHandoverMessage } from "./handover-text.ts";

export const delegationHandoverType: MessageType = {
  label: "Request taken over",
  isToOthers: true,
  async prepare(trx, deliveries, instance) {
    const ids = deliveries.map(({ subject_id }) => subject_id);
    const requests = await findRequests(trx, ids);
    const personIds = [...requests.values()].flatMap(({ request }) => request.person_id ?? []);
    const contacts = await findContacts(trx, personIds);
    const people = await findPeople(
      trx,
      deliveries.map(({ user_id }) => user_id),
    );
    return new Map(
      deliveries.map((delivery): [string, Preparation] => [delivery.id, prepareOne(delivery)]),
    );

    function prepareOne({
      subject_id,
      user_id,
      channel,
    }: (typeof deliveries)[number]): Preparation {
      const found = requests.get(subject_id);
      const asker = people.get(user_id);
      const contact = contacts.get(found?.request.person_id ?? "");
      if (!found || !asker || !contact) return { cancelled: "not_a_member" };
      const isOpen = found.status === "pending" || canTakeBack(found);
      if (!isOpen || found.request.asked_by !== user_id) return { cancelled: "superseded" };
      const { request, task, status } = found;
      const url = delegationMessageLink(instance, request);
      const isAccepted = status === "accepted";
      const message = delegationHandoverMessage({
        who: personName(asker),
        isAccepted,
        title: titleForWhom(task),
        url,
      });
      const to = addressFor(channel, contact);
      return to
        ? { to, message, isKnown: contact.confirmed.includes(to) }
        : { cancelled: "no_address", message };
    }
  },
};
