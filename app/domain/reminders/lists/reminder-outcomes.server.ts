import type { Kysely } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { lastMessageId } from "#app/domain/outbox/views/last-message.ts";

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
  const byReminder = Map.groupBy(await reminderStatesQuery(db, of).execute(), ({ id }) => id);
  return new Map([...byReminder].map(([id, rows]) => [id, outcomeOf(rows.map(({ state }) => state))]));
}

function outcomeOf(states: DeliveryState[]): ReminderOutcome {
  if (states.some((state) => sentStates.includes(state))) return "sent";
  return states.some((state) => openStates.includes(state)) ? "on its way" : "not sent";
}

/** The query behind `findReminderOutcomes`, for the test that looks at its plan. */
export function reminderStatesQuery(db: Kysely<Database>, { userId, taskId }: { userId: string; taskId: string }) {
  return db
    .selectFrom("reminders")
    .innerJoin("deliveries", (join) =>
      join
        .onRef("deliveries.subject_id", "=", "reminders.id")
        .onRef("deliveries.due_at", "=", "reminders.scheduled_at")
        .on("deliveries.kind", "=", "reminder"),
    )
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select(["reminders.id", "last.state"])
    .where("reminders.task_id", "=", taskId)
    .where("reminders.user_id", "=", userId);
}
