import type { Kysely } from "kysely";
import { vi } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { lateBefore } from "#app/domain/outbox/queries/sendable.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { isSeriesBehind, tickSeries } from "#app/domain/series/tick-series.server.ts";
import type { Database } from "#db/schema.ts";
import { nextWork } from "./next-work.ts";

export function setClock(now: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
}

/** Lets the worker do its work at one instant. */
export async function work(db: Kysely<Database>, now: string): Promise<void> {
  setClock(now);
  for (const _round of [1, 2]) {
    const isBehind = await isSeriesBehind(db, lateBefore(now), now);
    await tickReminders(db, now, isBehind ? lateBefore(now) : undefined);
    await tickSeries(db, () => now);
  }
  await tickReminders(db, now);
  await lapseReminders(db, now);
}

/**
 * Lets the worker run when something is due, a second late.
 * @param after is called then, and each hour
 */
export async function live(
  db: Kysely<Database>,
  { from, until }: { from: string; until: string },
  after: (now: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (let now = from; now < until;) {
    await work(db, now);
    await after(now);
    const soonest = [laterBy(now, { hours: 1 }), (await nextWork(db)) ?? until].toSorted()[0]!;
    now = laterBy(soonest > now ? soonest : now, { seconds: 1 });
  }
  setClock(until);
}

/** Lists the reminders that became messages: when each was due, and the wall clock of its task. */
export async function reminded(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("deliveries")
    .innerJoin("reminders", "reminders.id", "deliveries.subject_id")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select([
      "deliveries.id",
      "deliveries.due_at",
      "tasks.due_local",
      "tasks.title",
      "tasks.id as taskId",
    ])
    .where("deliveries.user_id", "=", userId)
    .where("deliveries.kind", "=", "reminder")
    .orderBy("deliveries.due_at")
    .execute();
}
