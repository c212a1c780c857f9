import type { Kysely } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { outcomesQuery } from "#app/domain/outbox/views/about-subject.server.ts";
import { readAbout } from "../about-message.ts";

export type ReminderOutcome = "sent" | "on its way" | "not sent";

const sentStates: DeliveryState[] = ["sent", "delivered", "undelivered"];
const openStates: DeliveryState[] = ["ready", "sending", "unknown"];

/** By reminder id, for its current time: sent once one channel has sent it. Reminders without a delivery are missing. */
export async function findReminderOutcomes(
  db: Kysely<Database>,
  { userId, taskId }: { userId: string; taskId: string },
): Promise<Map<string, ReminderOutcome>> {
  const reminders = await db
    .selectFrom("reminders")
    .select(["id", "scheduled_at"])
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .execute();
  const scheduledAt = new Map(reminders.map(({ id, scheduled_at }) => [id, scheduled_at]));
  const deliveries = await outcomesQuery(db, "reminder", [...scheduledAt.keys()]).execute();
  const current = deliveries.filter(
    (one) => readAbout(one).scheduledAt === scheduledAt.get(one.subject_id),
  );
  const byReminder = Map.groupBy(current, ({ subject_id }) => subject_id);
  return new Map(
    [...byReminder].map(([id, ownDeliveries]) => [
      id,
      outcomeOf(ownDeliveries.map(({ state }) => state)),
    ]),
  );
}

function outcomeOf(states: DeliveryState[]): ReminderOutcome {
  if (states.some((state) => sentStates.includes(state))) return "sent";
  return states.some((state) => openStates.includes(state)) ? "on its way" : "not sent";
}
