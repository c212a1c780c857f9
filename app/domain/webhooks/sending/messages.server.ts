import type { Kysely, Selectable, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import { keptDays } from "../limits.ts";

export type WaitingMessage = Selectable<Database["webhook_messages"]>;

/** The messages that may go out: for each task, those before it have ended. */
export function firstOfEachQuery(db: Kysely<Database>, webhookId: string) {
  return db
    .selectFrom("webhook_messages as message")
    .where("message.webhook_id", "=", webhookId)
    .where("message.state", "=", "waiting")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("webhook_messages as before")
            .select("before.position")
            .whereRef("before.webhook_id", "=", "message.webhook_id")
            .whereRef("before.subject_id", "=", "message.subject_id")
            .where("before.state", "=", "waiting")
            .whereRef("before.position", "<", "message.position"),
        ),
      ),
    );
}

export function findNextMessage(
  db: Kysely<Database>,
  webhookId: string,
  now: string,
): Promise<WaitingMessage | undefined> {
  return firstOfEachQuery(db, webhookId)
    .selectAll("message")
    .where("message.next_at", "<=", now)
    .orderBy("message.position")
    .limit(1)
    .executeTakeFirst();
}

/** Returns when the next message may go out. */
export async function findNextTime(
  db: Kysely<Database>,
  webhookId: string,
): Promise<string | null> {
  const { at } = await firstOfEachQuery(db, webhookId)
    .select(({ fn }) => fn.min<string | null>("message.next_at").as("at"))
    .executeTakeFirstOrThrow();
  return at;
}

export async function changeMessage(
  trx: Transaction<Database>,
  { id, attempts }: Pick<WaitingMessage, "id" | "attempts">,
  changes: Partial<WaitingMessage>,
): Promise<void> {
  await trx
    .updateTable("webhook_messages")
    .set(changes)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "waiting")
    .execute();
}

export async function purgeWebhookMessages(db: Kysely<Database>, now: string): Promise<void> {
  const old = db
    .selectFrom("webhook_messages")
    .where("ended_at", "<=", earlierBy(now, { hours: 24 * keptDays }));
  await deleteInBatches(db, "webhook_messages", old);
}
