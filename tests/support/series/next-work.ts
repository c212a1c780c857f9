import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Returns when the worker next has something to do for reminders and series. */
export async function nextWork(db: Kysely<Database>): Promise<string | null> {
  const reminder = await db
    .selectFrom("reminders")
    .select(({ fn }) => fn.min("scheduled_at").as("at"))
    .where("status", "=", "pending")
    .executeTakeFirst();
  const missed = await db
    .selectFrom("series_occurrences")
    .select(({ fn }) => fn.min("missed_at").as("at"))
    .executeTakeFirst();
  const plan = await db
    .selectFrom("series")
    .select(({ fn }) => fn.min("plans_at").as("at"))
    .executeTakeFirst();
  const instants = [reminder?.at, missed?.at, plan?.at].filter((at) => typeof at === "string");
  return instants.toSorted()[0] ?? null;
}
