import type { Kysely } from "kysely";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { literal } from "#db/sql/values.ts";

export const chargedDays = 30;

/** Counts messages by channels whose providers charge for each one. A copy counts again. */
export async function countChargedMessages(
  db: Kysely<Database>,
  now: string,
): Promise<{ sms: number; whatsapp: number }> {
  const counts = await db
    .selectFrom("deliveries")
    .select(({ eb, fn }) => [
      "channel",
      eb(fn.countAll<number>(), "+", fn.count<number>("repeated_at")).as("count"),
    ])
    .where("id", ">=", firstIdAt(earlierBy(now, { hours: 24 * chargedDays })))
    // The partial index covers exactly these.
    .where("channel", "in", [literal("sms"), literal("whatsapp")])
    .where("state", "in", ["sent", "delivered", "undelivered"])
    .groupBy("channel")
    .execute();
  const of = (name: string) => counts.find(({ channel }) => channel === name)?.count ?? 0;
  return { sms: of("sms"), whatsapp: of("whatsapp") };
}
