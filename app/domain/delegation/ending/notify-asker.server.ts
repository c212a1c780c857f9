import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";

const expiresAfterHours = 24;

export async function notifyAsker(
  trx: Transaction<Database>,
  { id, asked_by: userId }: { id: string; asked_by: string | null },
  answer: MessagePayloads["delegation_answer"]["answer"],
  now: string,
): Promise<void> {
  if (!userId) return;
  const preferences = (await findPreferencesByUser(trx, [userId])).get(userId);
  const channels = preferences ? wantedChannels(preferences) : [];
  const expiresAt = laterBy(now, { hours: expiresAfterHours });
  const message = { kind: "delegation_answer", userId, subjectId: id, payload: { answer }, expiresAt } as const;
  // A reopened task can be done a second time, and minds can change again.
  const dedupeKey = `delegation_answer:${id}:${answer}:${now}`;
  await addDeliveries(
    trx,
    channels.map((channel) => ({ ...message, channel, dedupeKey })),
    now,
  );
}
