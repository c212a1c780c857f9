import type { Kysely, Transaction } from "kysely";
import { reviseHouseholdsOf } from "#app/domain/household/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { addDeliveries, type NewDelivery } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { checkpoint } from "#app/domain/outbox/checkpoints.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";

const atOnce = 500;

/**
 * Makes deliveries of the reminders whose time has come, each in the transaction that marks it. Returns how many.
 * @param afterSome run after each 500, so that the first go out while the others are made
 */
export async function tickReminders(
  db: Kysely<Database>,
  now: string,
  afterSome: () => Promise<void> = async () => undefined,
): Promise<number> {
  let count = 0;
  let taken: number;
  do {
    checkpoint("tick", "before");
    taken = await db.transaction().execute((trx) => tickSome(trx, now));
    checkpoint("tick", "after");
    count += taken;
    if (taken === atOnce) await afterSome();
  } while (taken === atOnce);
  return count;
}

async function tickSome(trx: Transaction<Database>, now: string): Promise<number> {
  const due = await dueRemindersQuery(trx, now).limit(atOnce).execute();
  if (due.length === 0) return 0;
  await addDeliveries(trx, due.flatMap(deliveriesOf), now);
  const ids = due.map(({ id }) => id);
  await trx.updateTable("reminders").set({ status: "sent" }).where("id", "in", ids).execute();
  // Open pages are to show them no more among those to come.
  await reviseHouseholdsOf(
    trx,
    due.map(({ task_id }) => task_id),
  );
  return due.length;
}

/** The query behind the tick, for the test that looks at its plan. */
export function dueRemindersQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("reminders")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "reminders.user_id")
    .select(["reminders.id", "reminders.task_id", "reminders.user_id", "reminders.scheduled_at"])
    .select(["preferences.sms_enabled", "preferences.whatsapp_enabled", "preferences.email_enabled"])
    .where("reminders.status", "=", "pending")
    .where("reminders.scheduled_at", "<=", now)
    .orderBy("reminders.scheduled_at");
}

type DueReminder = Awaited<ReturnType<ReturnType<typeof dueRemindersQuery>["execute"]>>[number];

function deliveriesOf({ id, user_id: userId, scheduled_at: scheduledAt, ...preferences }: DueReminder): NewDelivery[] {
  return wantedChannels(preferences).map((channel) => ({
    kind: "reminder",
    channel,
    userId,
    subjectId: id,
    isOwn: true,
    dedupeKey: `reminder:${id}:${scheduledAt}`,
    notBefore: scheduledAt,
  }));
}
