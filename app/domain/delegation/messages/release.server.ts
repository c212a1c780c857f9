import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { idList } from "#db/sql/values.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import {
  type Delivery,
  type Instance,
  type Preparation,
  readPayload,
} from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { findSkipped } from "#app/domain/series/changing/skip.server.ts";
import { addressFor, type Contact, findContacts } from "../contacts.server.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import { type DelegationReleaseFacts, delegationReleaseMessage } from "./release-text.ts";

const payload: z.ZodType<MessagePayloads["delegation_release"]> = z
  .object({ to: z.string(), title: z.string().optional() })
  .nullable();

/** Names a member whose account is gone. */
const formerMember = "Someone who has left";

export const delegationReleaseType: MessageType = {
  label: "Request ended",
  isToOthers: true,
  async prepare(trx, deliveries, instance) {
    const releases = await findReleases(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const actors = await findPeople(
      trx,
      deliveries.map(({ user_id }) => user_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const release = releases.get(delivery.subject_id);
      const actor = actors.get(delivery.user_id);
      const who = actor ? personName(actor) : formerMember;
      prepared.set(
        delivery.id,
        prepareGone(delivery, instance) ??
          (release
            ? prepareOne(delivery, { ...release, who }, instance)
            : { cancelled: "not_a_member" }),
      );
    }
    return prepared;
  },
};

/** The household was deleted with its only account. */
function prepareGone(delivery: Delivery, instance: Instance): Preparation | null {
  const { to, title } = readPayload(payload, delivery) ?? {};
  if (!to || !title) return null;
  const url = delegationLink(instance, { id: delivery.subject_id, version: 1 });
  return {
    to,
    message: delegationReleaseMessage({ who: "", why: "deleted", title, url }),
    isKnown: true,
  };
}

function prepareOne(delivery: Delivery, release: Release, instance: Instance): Preparation {
  const why = findReleaseReason(release);
  if (typeof why === "object") return why;
  const { request, task, contact } = release;
  const who = (why === "given" && task.assignee) || release.who;
  const kept = readPayload(payload, delivery)?.to;
  const to = kept ?? (contact && addressFor(delivery.channel, contact));
  if (!contact && !to) return { cancelled: "not_a_member" };
  const message = delegationReleaseMessage({
    who,
    why,
    title: titleForWhom(task),
    url: delegationLink(instance, request),
  });
  if (release.isAskedAgain) return { cancelled: "superseded", ...(to && { to }), message };
  return to
    ? { to, message, isKnown: contact?.confirmed.includes(to) ?? false }
    : { cancelled: "no_address", message };
}

function findReleaseReason({
  status,
  isGiven,
  isSkipped,
}: Release): DelegationReleaseFacts["why"] | { cancelled: Reason } {
  switch (status) {
    case "withdrawn":
    case "completed":
      return status;
    case "superseded":
      return isGiven ? "given" : status;
    case "deleted":
      return isSkipped ? "skipped" : status;
    case "done":
      return { cancelled: "task_done" };
    default:
      return { cancelled: "task_back" };
  }
}

interface Release extends RequestWithTask {
  who: string;
  /** Undefined if the delegate was removed from the family. */
  contact: Contact | undefined;
  /** True if a newer request asks the delegate for the same task. */
  isAskedAgain: boolean;
  /** True if somebody was chosen for the task by hand. */
  isGiven: boolean;
  isSkipped: boolean;
}

async function findReleases(
  trx: Transaction<Database>,
  ids: string[],
): Promise<Map<string, Omit<Release, "who">>> {
  const requests = [...(await findRequests(trx, ids)).values()];
  const contacts = await findContacts(
    trx,
    requests.flatMap(({ request }) => request.person_id ?? []),
  );
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "person_id"])
    .where("task_id", "in", idList(requests.map(({ task }) => task.id)))
    .where("state", "in", ["pending", "accepted"])
    .execute();
  const skipped = await findSkipped(
    trx,
    requests.map(({ task }) => task.id),
  );
  return new Map(
    requests.map((found): [string, Omit<Release, "who">] => {
      const { id, task_id, person_id } = found.request;
      const contact = contacts.get(person_id ?? "");
      const newer = open.filter((other) => other.id !== id && other.task_id === task_id);
      const isAskedAgain =
        person_id !== null && newer.some((other) => other.person_id === person_id);
      const isGiven = newer.length === 0 && found.task.assignee !== null;
      const isSkipped = skipped.has(task_id);
      return [id, { ...found, contact, isAskedAgain, isGiven, isSkipped }];
    }),
  );
}
