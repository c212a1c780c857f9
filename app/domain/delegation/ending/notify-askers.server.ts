import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Answer } from "../requests/read-answer.ts";
import type { Database } from "#db/schema.ts";

const expiresAfterHours = 24;

interface Answered {
  id: string;
  asked_by: string | null;
  answer: Answer;
}

export async function notifyAskers(
  trx: Transaction<Database>,
  requests: readonly Answered[],
  now: string,
) {
  const askerIds = requests.flatMap(({ asked_by }) => asked_by ?? []);
  const preferences = await findPreferencesByUser(trx, askerIds);
  const expiresAt = laterBy(now, { hours: expiresAfterHours });
  const messages = requests.flatMap(({ id, asked_by: userId, answer }) => {
    const own = preferences.get(userId ?? "");
    if (!userId || !own) return [];
    const message = {
      kind: "delegation_answer",
      userId,
      subjectId: id,
      payload: { answer },
      expiresAt,
    } as const;
    // A reopened task can be done a second time, and minds can change again.
    const dedupeKey = `delegation_answer:${id}:${answer}:${now}`;
    return wantedChannels(own).map((channel) => ({ ...message, channel, dedupeKey }));
  });
  await addDeliveries(trx, messages, now);
}
