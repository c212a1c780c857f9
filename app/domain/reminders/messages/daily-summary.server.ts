import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { isTimeZone, laterBy, type Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { chosenChannel } from "#app/domain/outbox/channels/other-channel.server.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { dailySummaryMessage, type SummaryTask } from "./daily-summary-text.ts";
import { isStillWanted } from "#app/domain/outbox/channels/wanted-channels.ts";
import { type Answer, answersFor, findAnswers } from "./summary-answers.server.ts";

/** The specification's weekly window (section 9). */
const daysAhead = 7;

type Reader = Awaited<ReturnType<typeof findReaders>>[number];
type HouseholdTask = Awaited<ReturnType<typeof findTasks>>[number];

export const dailySummaryType: MessageType = {
  label: "Daily summary",
  followsPreferences: true,
  isDated: true,
  async prepare(trx, deliveries, instance, now) {
    const readers = await findReaders(trx, deliveries);
    const tasks = await findTasks(trx, readers, now);
    const answers = await findAnswers(trx, deliveries);
    const byHousehold = Map.groupBy(tasks, ({ household_id }) => household_id);
    const byUser = new Map(readers.map((reader) => [reader.user_id, reader]));
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const reader = byUser.get(delivery.user_id);
      if (!reader) continue;
      const told = { tasks: byHousehold.get(reader.household_id) ?? [], answers };
      prepared.set(delivery.id, prepareOne(delivery, reader, told, instance, now));
    }
    return prepared;
  },
};

function prepareOne(
  delivery: Delivery,
  reader: Reader,
  { tasks, answers }: { tasks: HouseholdTask[]; answers: Answer[] },
  instance: Instance,
  now: string,
): Preparation {
  const to = delivery.channel === "email" ? reader.email : reader.phone_number;
  const isWanted = reader.daily_summary_enabled && isStillWanted(chosenChannel(delivery), reader);
  if (!to) return { cancelled: isWanted ? "no_address" : "not_wanted" };
  const timeZone = reader.time_zone && isTimeZone(reader.time_zone) ? reader.time_zone : instance.timeZone;
  const today = wallClockAt(now, timeZone).toPlainDate();
  const lists = { ...sorted(tasks, timeZone, today, now), answers: answersFor(delivery, answers, timeZone) };
  const isEmpty = Object.values(lists).every((list) => list.length === 0);
  if (isEmpty) return { cancelled: isWanted ? "nothing_to_say" : "not_wanted" };
  const message = dailySummaryMessage({ ...lists, timeZone, origin: instance.origin, now });
  return isWanted ? { to, message } : { cancelled: "not_wanted", to, message };
}

function sorted(tasks: HouseholdTask[], timeZone: string, today: Temporal.PlainDate, now: string) {
  const daysUntil = ({ due_date }: HouseholdTask) => today.until(wallClockAt(due_date, timeZone).toPlainDate()).days;
  const ahead = tasks.filter(({ due_date }) => due_date >= now);
  const among = (list: HouseholdTask[]) => list.map(asSummaryTask);
  return {
    overdue: among(tasks.filter(({ due_date }) => due_date < now)),
    today: among(ahead.filter((task) => daysUntil(task) === 0)),
    nextDays: among(ahead.filter((task) => daysUntil(task) > 0 && daysUntil(task) <= daysAhead)),
  };
}

function asSummaryTask({ title, due_date, due_time_zone, delegation_status, delegate }: HouseholdTask): SummaryTask {
  const wasAsked = delegate !== null && delegation_status !== "none";
  return {
    title,
    due: { instant: due_date, timeZone: due_time_zone },
    delegation: wasAsked ? { name: delegate, status: delegation_status } : null,
  };
}

function findReaders(trx: Transaction<Database>, deliveries: Delivery[]) {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  return trx
    .selectFrom("user_preferences as preferences")
    .innerJoin("users", "users.id", "preferences.user_id")
    .innerJoin("profiles", "profiles.id", "preferences.user_id")
    .innerJoin("household_members as member", "member.user_id", "preferences.user_id")
    .select(["preferences.user_id", "users.email", "phone_number", "profiles.time_zone", "member.household_id"])
    .select(["daily_summary_enabled", "sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("preferences.user_id", "in", userIds)
    .execute();
}

/** Open tasks that were due, or are soon; a day more than any zone needs. */
function findTasks(trx: Transaction<Database>, readers: Reader[], now: string) {
  const householdIds = [...new Set(readers.map(({ household_id }) => household_id))];
  return trx
    .selectFrom("tasks")
    .leftJoin("family_members as delegate", "delegate.id", "tasks.delegated_to")
    .select(["tasks.household_id", "title", "due_date", "due_time_zone", "delegation_status"])
    .select("delegate.name as delegate")
    .where("tasks.household_id", "in", householdIds)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", "<", laterBy(now, { hours: 24 * (daysAhead + 2) }))
    .$narrowType<{ due_date: string; due_time_zone: string }>()
    .orderBy("due_date")
    .orderBy("tasks.id")
    .execute();
}
