import { type Kysely, sql } from "kysely";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

export const chargedDays = 30;

/** Literals, so that SQLite uses the index of exactly these. */
const isCharged = sql<boolean>`
  channel in ('sms', 'whatsapp') and state in ('sent', 'delivered', 'undelivered')
`;

/** By the channels whose providers charge for each message. A copy counts again. */
export async function countChargedMessages(
  db: Kysely<Database>,
  now: string,
): Promise<{ sms: number; whatsapp: number }> {
  const counts = await db
    .selectFrom("deliveries")
    .select(["channel", sql<number>`count(*) + count(repeated_at)`.as("count")])
    .where("id", ">=", firstIdAt(earlierBy(now, { hours: 24 * chargedDays })))
    .where(isCharged)
    .groupBy("channel")
    .execute();
  const of = (name: string) => counts.find(({ channel }) => channel === name)?.count ?? 0;
  return { sms: of("sms"), whatsapp: of("whatsapp") };
}
