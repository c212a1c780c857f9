import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { type Delivery, readPayload } from "#app/domain/outbox/preparation.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { accountOfPerson } from "#app/domain/people/people.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";

export type Answer = Payload["answer"];
type Payload = MessagePayloads["delegation_answer"];

/** Stored, because the request may have moved on by the time this is sent. */
const payload: z.ZodType<Payload> = z.object({
  answer: z.enum([
    "accepted",
    "declined",
    "took_back",
    "not_this_time",
    "gave_up",
    "gave_up_once",
    "done",
    "reopened",
    "left",
  ]),
});

export const readAnswer = (delivery: Pick<Delivery, "payload">): Answer =>
  readPayload(payload, delivery).answer;

/** Leaves enough time to press “Undo”. */
export const undoSeconds = 60;

interface Answered {
  id: string;
  asked_by: string | null;
  answer: Answer;
}

/** @param canBeUndone waits a minute, in case the task comes back */
export async function notifyAskers(
  trx: Transaction<Database>,
  requests: readonly Answered[],
  now: string,
  { canBeUndone = false } = {},
) {
  const askerIds = requests.flatMap(({ asked_by }) => asked_by ?? []);
  const delegates = await findAccountsOfDelegates(
    trx,
    requests.map(({ id }) => id),
  );
  const preferences = await findPreferencesByUser(trx, askerIds);
  const expiresAt = newsExpiry(now);
  const notBefore = canBeUndone ? laterBy(now, { seconds: undoSeconds }) : now;
  const messages = requests.flatMap(({ id, asked_by: userId, answer }) => {
    const own = preferences.get(userId ?? "");
    // An owner who took a request over may have answered it themselves.
    if (!userId || !own || delegates.get(id) === userId) return [];
    const message = {
      kind: "delegation_answer",
      userId,
      subjectId: id,
      payload: { answer },
      notBefore,
      expiresAt,
    } as const;
    // The key contains the time, because a reopened task can be done again, and minds can change
    // again.
    const dedupeKey = `delegation_answer:${id}:${answer}:${now}`;
    return wantedChannels(own).map((channel) => ({ ...message, channel, dedupeKey }));
  });
  await addDeliveries(trx, messages, now);
}

async function findAccountsOfDelegates(
  trx: Transaction<Database>,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("delegations")
    .select("id")
    .select(accountOfPerson("person_id").as("userId"))
    .where("id", "in", idList(requestIds))
    .execute();
  return new Map(
    rows.flatMap(({ id, userId }): [string, string][] => (userId ? [[id, userId]] : [])),
  );
}
