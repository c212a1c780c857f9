import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Accepted } from "../fakes/accepted-log.ts";
import { markPattern } from "./reminders.ts";

/** Milliseconds from due to the first arrival at the stand-in, in ascending order. */
export async function measureArrivals(
  db: Kysely<Database>,
  accepted: Accepted[],
): Promise<number[]> {
  const arrivals = new Map<string, number>();
  for (const { text, at } of accepted)
    for (const mark of text.match(markPattern) ?? [])
      if (!arrivals.has(mark)) arrivals.set(mark, at);
  const rows = await db
    .selectFrom("reminders")
    .select(["message", "scheduled_at"])
    .where("status", "=", "sent")
    .execute();
  return rows
    .flatMap(({ message, scheduled_at }) => {
      const at = arrivals.get(/Nr-\d{6}/.exec(message)?.[0] ?? "");
      return at === undefined ? [] : [at - Date.parse(scheduled_at)];
    })
    .toSorted((one, other) => one - other);
}

/** Milliseconds from due to recorded as sent, in ascending order. */
export async function measureLateness(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["due_at", "ended_at"])
    .where("state", "in", ["sent", "delivered"])
    .execute();
  return rows
    .map(({ due_at, ended_at }) => Date.parse(ended_at ?? "") - Date.parse(due_at))
    .toSorted((one, other) => one - other);
}
