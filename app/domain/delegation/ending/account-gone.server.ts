import type { Transaction } from "kysely";
import { leaveDeparted } from "#app/domain/accounts/users.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { keepMessages } from "#app/domain/outbox/scheduling/keep-messages.server.ts";
import { findUnfinishedMessages } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database } from "#db/schema.ts";
import { addressFor, findContacts } from "../contacts.server.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";
import { findToNotify } from "./notify-released.server.ts";

/**
 * Tells everyone who said yes that they are no longer needed, before the household is deleted with
 * its only account.
 */
export async function notifyHouseholdGone(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  const accepted = await trx
    .selectFrom("delegations")
    .select("id")
    .where("asked_by", "=", userId)
    .where("state", "=", "accepted")
    .execute();
  const toNotify = await findToNotify(
    trx,
    accepted.map(({ id }) => id),
  );
  const unfinished = toNotify.flatMap(({ id, channel, contact, task }) => {
    const to = contact && addressFor(channel, contact);
    return to && task && !task.is_completed && !task.deleted_at
      ? [{ id, channel, to, title: task.title }]
      : [];
  });
  const messages = [...unfinished, ...(await findWaiting(trx, userId))];
  if (messages.length === 0) return;
  const departedId = await leaveDeparted(trx, userId, now);
  const expiresAt = newsExpiry(now);
  await addDeliveries(
    trx,
    messages.map(({ id: subjectId, channel, to, title }) => {
      const message = { kind: "delegation_release", channel, userId: departedId } as const;
      const dedupeKey = `delegation_release:${subjectId}:${now}`;
      return { ...message, subjectId, payload: { to, title }, dedupeKey, expiresAt };
    }),
    now,
  );
}

/** Finds people who said yes and are about to hear that the request is over. */
async function findWaiting(trx: Transaction<Database>, userId: string) {
  const waiting = await findUnfinishedMessages(trx, "delegation_release", userId);
  const requests = await findRequests(
    trx,
    waiting.map(({ subject_id }) => subject_id),
  );
  const personIds = [...requests.values()].flatMap(({ request }) => request.person_id ?? []);
  const contacts = await findContacts(trx, personIds);
  return waiting.flatMap(({ subject_id: id, channel }) => {
    const { request, task } = requests.get(id) ?? {};
    const contact = contacts.get(request?.person_id ?? "");
    const to = contact && addressFor(channel, contact);
    return to && task ? [{ id, channel, to, title: task.title }] : [];
  });
}

/**
 * Keeps pending messages of a deleted account: people who said yes still hear what its user did
 * before.
 */
export async function keepReleases(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  const kind = "delegation_release";
  const waiting = await findUnfinishedMessages(trx, kind, userId);
  if (waiting.length > 0)
    await keepMessages(trx, { kind, from: userId, to: await leaveDeparted(trx, userId, now) });
}
