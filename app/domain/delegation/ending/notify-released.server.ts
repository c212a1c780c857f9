import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { findFamilyByIds } from "#app/domain/household/family/family-members.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";

/** States of a message that has reached its provider, or may have. */
const heardStates = ["sending", "unknown", "sent", "delivered"] as const satisfies DeliveryState[];

/** Longer than somebody takes to press "Undo". */
const undoSeconds = 60;
/** Who is told a day later has found out. */
const hoursUntilExpiry = 24;

/**
 * Puts the news that nothing is left to do on its way to those who said yes to these requests, by the channel by which
 * they were asked: once, and not to whom nothing was ever sent, nor to whoever released themselves.
 * @param by the user whose doing it is; null for who asked
 * @param canBeUndone waits a minute: when the task comes back meanwhile, it never was news
 */
export async function notifyReleased(
  trx: Transaction<Database>,
  requestIds: string[],
  { by, canBeUndone = false }: { by: string | null; canBeUndone?: boolean },
  now: string,
): Promise<void> {
  const expiresAt = laterBy(now, { hours: hoursUntilExpiry });
  const notBefore = canBeUndone ? laterBy(now, { seconds: undoSeconds }) : now;
  for (const { id, asked_by, channel, linked_user_id } of await findToNotify(trx, requestIds)) {
    const userId = by ?? asked_by;
    if (!userId || userId === linked_user_id) continue;
    const message = { kind: "delegation_release", channel, userId, subjectId: id } as const;
    const dedupeKey = `delegation_release:${id}:${now}`;
    await addDeliveries(trx, [{ ...message, dedupeKey, notBefore, expiresAt }], now);
  }
}

/** The ids of those of these requests of which this news has gone out, or may have. */
export async function findNotified(trx: Transaction<Database>, requestIds: string[]): Promise<string[]> {
  const news = await findMessagesAbout(trx, "delegation_release", requestIds);
  return news.filter(wasHeard).map(({ subject_id }) => subject_id);
}

async function findToNotify(trx: Transaction<Database>, requestIds: string[]) {
  const news = await findMessagesAbout(trx, "delegation_release", requestIds);
  const told = new Set(news.filter(({ state }) => state !== "cancelled").map(({ subject_id }) => subject_id));
  const questions = (await findMessagesAbout(trx, "delegation_request", requestIds)).filter(wasHeard);
  // Where WhatsApp could not bring the question, a text has.
  const channels = new Map(questions.map(({ subject_id, channel }) => [subject_id, channel]));
  if (channels.size === 0) return [];
  const rows = await trx
    .selectFrom("delegations")
    .select(["id", "asked_by", "family_member_id"])
    .where("id", "in", [...channels.keys()])
    .where("answer", "=", "accepted")
    .where("done_at", "is", null)
    .execute();
  const family = await findFamilyByIds(
    trx,
    rows.flatMap(({ family_member_id }) => family_member_id ?? []),
  );
  return rows.flatMap(({ family_member_id, ...row }) => {
    const channel = channels.get(row.id);
    const delegate = family.get(family_member_id ?? "");
    return channel && !told.has(row.id) ? [{ ...row, channel, linked_user_id: delegate?.linked_user_id ?? null }] : [];
  });
}

function wasHeard({ state }: { state: DeliveryState }): boolean {
  return heardStates.some((heard) => heard === state);
}
