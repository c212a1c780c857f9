import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** @returns the recipients who have answered, by sender */
export async function findAnswered(
  trx: Transaction<Database>,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await trx
    .selectFrom("answered_senders")
    .select(["user_id", "recipient"])
    .where("user_id", "in", idList(userIds))
    .execute();
  const bySender = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map(
    [...bySender].map(([userId, some]) => [
      userId,
      new Set(some.map(({ recipient }) => recipient)),
    ]),
  );
}

/**
 * Records that someone who got this message answered its sender.
 * @param recipient the one who answered, if known
 */
export async function recordAnswerTo(
  trx: Transaction<Database>,
  { cause, userId, recipient }: { cause: string; userId: string; recipient?: string },
  now: string,
): Promise<void> {
  const sent = await trx
    .selectFrom("messages_to_others")
    .select("recipient")
    .where("cause", "=", cause)
    .execute();
  const [only, ...others] = recipient ? sent.filter((one) => one.recipient === recipient) : sent;
  // The message went to two addresses, and either may have answered.
  if (!only || others.length > 0) return;
  await recordAnswered(trx, { userId, recipient: only.recipient }, now);
}

/** Records that this sender is no stranger to the recipient any more. */
export async function recordAnswered(
  trx: Transaction<Database>,
  { userId, recipient }: { userId: string; recipient: string },
  now: string,
): Promise<void> {
  const answered = { user_id: userId, recipient, answered_at: now };
  await trx
    .insertInto("answered_senders")
    .values(answered)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
