import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { findPeople, type Person } from "#app/domain/accounts/users.server.ts";
import { findFamilyByIds } from "#app/domain/household/family/family-members.server.ts";
import { findHouseholdIds } from "#app/domain/household/members/membership.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import { findPreferencesByUser, type Preferences } from "#app/domain/preferences/preferences.server.ts";
import { listTasksDue } from "#app/domain/tasks/find-tasks.server.ts";
import { isTimeZone, laterBy, type Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { dailySummaryMessage, type SummaryTask } from "./daily-summary-text.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import { type Answer, answersFor, findAnswers } from "./answers.server.ts";

/** Specification, section 9. */
const daysAhead = 7;

export const dailySummaryType: MessageType = {
  label: "Daily summary",
  followsPreferences: true,
  keepsTime: "always",
  async prepare(trx, deliveries, instance, now) {
    const readers = await findReaders(trx, deliveries);
    const tasks = await findTasks(trx, [...readers.values()], now);
    const answers = await findAnswers(trx, deliveries);
    const byHousehold = Map.groupBy(tasks, ({ household_id }) => household_id);
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const reader = readers.get(delivery.user_id);
      if (!reader) continue;
      const content = { tasks: byHousehold.get(reader.householdId) ?? [], answers };
      prepared.set(delivery.id, prepareOne(delivery, reader, content, instance, now));
    }
    return prepared;
  },
};

function prepareOne(
  delivery: Delivery,
  { person, preferences }: Reader,
  { tasks, answers }: { tasks: HouseholdTask[]; answers: Answer[] },
  instance: Instance,
  now: string,
): Preparation {
  const to = ownAddress(delivery.channel, person.email, preferences);
  const unwanted = preferences.daily_summary_enabled ? unwantedReason(delivery, preferences) : ("not_wanted" as const);
  if (!to) return { cancelled: unwanted ?? "no_address" };
  const timeZone = person.timeZone && isTimeZone(person.timeZone) ? person.timeZone : instance.timeZone;
  const today = wallClockAt(now, timeZone).toPlainDate();
  const lists = { ...groupByDue(tasks, timeZone, today, now), answers: answersFor(delivery, answers, timeZone) };
  const isEmpty = Object.values(lists).every((list) => list.length === 0);
  if (isEmpty) return { cancelled: unwanted ?? "nothing_to_say" };
  const message = dailySummaryMessage({ ...lists, timeZone, origin: instance.origin, now });
  return unwanted ? { cancelled: unwanted, to, message } : { to, message };
}

function groupByDue(tasks: HouseholdTask[], timeZone: string, today: Temporal.PlainDate, now: string) {
  const daysUntil = ({ due_date }: HouseholdTask) => today.until(wallClockAt(due_date, timeZone).toPlainDate()).days;
  const ahead = tasks.filter(({ due_date }) => due_date >= now);
  const toSummaryTasks = (list: HouseholdTask[]) => list.map(toSummaryTask);
  return {
    overdue: toSummaryTasks(tasks.filter(({ due_date }) => due_date < now)),
    today: toSummaryTasks(ahead.filter((task) => daysUntil(task) === 0)),
    nextDays: toSummaryTasks(ahead.filter((task) => daysUntil(task) > 0 && daysUntil(task) <= daysAhead)),
  };
}

function toSummaryTask({ title, due_date, due_time_zone, delegation_status, delegate }: HouseholdTask): SummaryTask {
  const isDelegated = delegate !== undefined && delegation_status !== "none";
  return {
    title,
    due: { instant: due_date, timeZone: due_time_zone },
    delegation: isDelegated ? { name: delegate, status: delegation_status } : null,
  };
}

interface Reader {
  person: Person;
  preferences: Preferences;
  householdId: string;
}

async function findReaders(trx: Transaction<Database>, deliveries: Delivery[]): Promise<Map<string, Reader>> {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  return new Map(
    userIds.flatMap((id): [string, Reader][] => {
      const [person, preferences, householdId] = [people.get(id), preferencesByUser.get(id), householdIds.get(id)];
      return person && preferences && householdId ? [[id, { person, preferences, householdId }]] : [];
    }),
  );
}

type HouseholdTask = Awaited<ReturnType<typeof listTasksDue>>[number] & { delegate: string | undefined };

/** Includes one more day than any time zone needs. */
async function findTasks(trx: Transaction<Database>, readers: Reader[], now: string): Promise<HouseholdTask[]> {
  const householdIds = [...new Set(readers.map(({ householdId }) => householdId))];
  const tasks = await listTasksDue(trx, householdIds, laterBy(now, { hours: 24 * (daysAhead + 2) }));
  const family = await findFamilyByIds(
    trx,
    tasks.flatMap(({ delegated_to }) => delegated_to ?? []),
  );
  return tasks.map((task) => ({ ...task, delegate: family.get(task.delegated_to ?? "")?.name }));
}
