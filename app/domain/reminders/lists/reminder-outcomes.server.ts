import type { Kysely } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { outcomesQuery } from "#app/domain/outbox/views/about-subject.server.ts";

/** What became of a reminder whose time has come. */
export type ReminderOutcome = "sent" | "on its way" | "not sent";

const sentStates: DeliveryState[] = ["sent", "delivered", "undelivered"];
const openStates: DeliveryState[] = ["ready", "sending", "unknown"];

/**
 * What became of a person's reminders of a task, by their ids, at the time that they have now: one is sent when it is by
 * one channel. Of one that is not in the answer there is no message: nothing was switched on, or its time has not come.
 */
export async function findReminderOutcomes(
  db: Kysely<Database>,
  of: { userId: string; taskId: string },
): Promise<Map<string, ReminderOutcome>> {
  const reminders = await db
    .selectFrom("reminders")
    .select(["id", "scheduled_at"])
    .where("task_id", "=", of.taskId)
    .where("user_id", "=", of.userId)
    .execute();
  const dueAt = new Map(reminders.map(({ id, scheduled_at }) => [id, scheduled_at]));
  const messages = await outcomesQuery(db, "reminder", [...dueAt.keys()]).execute();
  const current = messages.filter(({ subject_id, due_at }) => due_at === dueAt.get(subject_id));
  const byReminder = Map.groupBy(current, ({ subject_id }) => subject_id);
  return new Map([...byReminder].map(([id, some]) => [id, outcomeOf(some.map(({ state }) => state))]));
}

function outcomeOf(states: DeliveryState[]): ReminderOutcome {
  if (states.some((state) => sentStates.includes(state))) return "sent";
  return states.some((state) => openStates.includes(state)) ? "on its way" : "not sent";
}
