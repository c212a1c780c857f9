import type { Kysely, Transaction } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { inLocks, untouched } from "#db/sql/locks.ts";
import { rowTable } from "#db/sql/values.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { escalationChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import {
  channelsOf,
  findMessagesWithLast,
} from "#app/domain/outbox/queries/used-channels.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import {
  cancellationReason,
  findReminderContexts,
  isSeenSince,
} from "../messages/reminder-context.server.ts";
import { latestLook, type ReminderMessage, nextMessages } from "./next-messages.ts";
import { readAbout } from "../about-message.ts";
import { lockInFairOrder } from "../fair-order.server.ts";

/** Other processes may write slightly later instants. */
const secondsToRun = 5;

/**
 * Sends the messages that follow unseen or undone reminders, for users who asked for them. Returns
 * the number of reminders in this batch; more may be waiting.
 */
export async function followReminders(db: Kysely<Database>, now: string): Promise<number> {
  return inLocks(db, { keys: ["follow-ups"] }, async (trx) => {
    await recoverFromClockRollback(trx, now);
    return followBatch(trx, now);
  });
}

/** A time further ahead was written while the clock was ahead. */
async function recoverFromClockRollback(trx: Transaction<Database>, now: string): Promise<void> {
  const latest = latestLook(now);
  const ahead = laterBy(latest, { seconds: secondsToRun });
  const late = trx.selectFrom("reminders").select("id").where("follow_up_at", ">", ahead);
  await trx
    .updateTable("reminders")
    .set({ follow_up_at: latest })
    .where("id", "in", untouched(late))
    .execute();
}

/** Stops the messages that would follow reminders sent until now. */
export async function stopFollowing(trx: Transaction<Database>): Promise<void> {
  await trx
    .updateTable("reminders")
    .set({ follow_up_at: null })
    .where("follow_up_at", "is not", null)
    .execute();
}

async function followBatch(trx: Transaction<Database>, now: string): Promise<number> {
  const rows = trx.selectFrom("reminders").where("follow_up_at", "is not", null);
  const due = await lockInFairOrder(trx, {
    name: "follow-ups",
    rows,
    due: remindersToFollowQuery(trx, now),
  });
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const contexts = await findReminderContexts(trx, ids);
  const messages = await findMessagesWithLast(trx, ids).execute();
  const bySubject = Map.groupBy(messages, ({ subject_id }) => subject_id);
  const followed = ids.map((id) => {
    const context = contexts.get(id);
    if (
      !context ||
      cancellationReason(context) ||
      isSeenSince(context.reminder.scheduled_at, context)
    )
      return { id, deliveries: [], lookAgainAt: null };
    const { user_id: userId, scheduled_at: scheduledAt } = context.reminder;
    const { preferences } = context;
    const channels = escalationChannels(preferences);
    const made = (bySubject.get(id) ?? []).map((message) => toReminderMessage(message, channels));
    const ofThisTime = made.filter((one) => one.scheduledAt === scheduledAt);
    return { id, ...nextMessages({ id, userId, scheduledAt, preferences }, ofThisTime, now) };
  });
  await addDeliveries(
    trx,
    followed.flatMap(({ deliveries }) => deliveries),
    now,
  );
  await lookAgain(trx, followed);
  return ids.length;
}

function toReminderMessage(
  message: Awaited<ReturnType<ReturnType<typeof findMessagesWithLast>["execute"]>>[number],
  channels: Channel[],
): ReminderMessage {
  const { lastChannel, stands_in_for, channel, due_at, created_at, state, ended_at } = message;
  return {
    ...readAbout(message),
    dueAt: due_at,
    createdAt: created_at,
    used: channelsOf(message),
    // A WhatsApp message can be sent by SMS, though its user has only chosen WhatsApp.
    channel: channels.includes(lastChannel) ? lastChannel : (stands_in_for ?? channel),
    state,
    endedAt: ended_at,
  };
}

async function lookAgain(
  trx: Transaction<Database>,
  followed: { id: string; lookAgainAt: string | null }[],
): Promise<void> {
  await trx
    .updateTable("reminders")
    .from(rowTable(followed, ["id", "lookAgainAt"]).as("look"))
    .set(({ ref }) => ({ follow_up_at: ref("look.lookAgainAt") }))
    .whereRef("reminders.id", "=", "look.id")
    .execute();
}

export function remindersToFollowQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("reminders")
    .select(["id", "task_id", "user_id", "scheduled_at"])
    .where("follow_up_at", "<=", now)
    .where("follow_up_at", "is not", null)
    .orderBy("follow_up_at");
}

export async function findNextFollowUp(
  db: Kysely<Database>,
  after: string,
): Promise<string | undefined> {
  const [next] = await readNextFollowUp(db, after);
  return next?.follow_up_at ?? undefined;
}

const readNextFollowUp = compileOnce((db, after: string) =>
  db
    .selectFrom("reminders")
    .select("follow_up_at")
    .where("follow_up_at", ">", after)
    .orderBy("follow_up_at")
    .limit(1),
);
