import type { Selectable, Transaction } from "kysely";
import { findHomes } from "#app/domain/household/members/membership.server.ts";
import { findPreferencesOf } from "#app/domain/preferences/preferences.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Somebody who is reminded of a task, and when they like to be. */
export interface Recipient {
  userId: string;
  twoDaysBefore: boolean;
  oneHourBefore: boolean;
}

/**
 * Who is reminded of these tasks, by task: those who do it, as their preferences say, and those who asked for a reminder
 * on the task itself; only while they are members of its household.
 * @param existing the tasks' reminders
 */
export async function findRecipients(
  trx: Transaction<Database>,
  tasks: Task[],
  existing: Selectable<Database["reminders"]>[],
): Promise<Map<string, Recipient[]>> {
  const responsible = await findResponsibleUsers(trx, tasks);
  const custom = Map.groupBy(
    existing.filter(({ origin }) => origin === "custom"),
    ({ task_id }) => task_id,
  );
  const wanted = tasks.map(({ id, household_id }) => {
    const own = Object.values(responsible.get(id) ?? {}).filter((userId) => userId !== null);
    const asked = (custom.get(id) ?? []).map(({ user_id }) => user_id);
    return { id, household_id, own, userIds: [...new Set([...own, ...asked])] };
  });
  const userIds = [...new Set(wanted.flatMap((task) => task.userIds))];
  const homes = await findHomes(trx, userIds);
  const preferences = await findPreferencesOf(trx, userIds);
  return new Map(
    wanted.map(({ id, household_id, own, userIds: some }) => {
      const members = some.filter((userId) => homes.get(userId) === household_id);
      return [id, members.map((userId) => recipientOf(userId, own.includes(userId)))];
    }),
  );

  function recipientOf(userId: string, isTheirs: boolean): Recipient {
    const { reminder_two_days_before: twoDays, reminder_one_hour_before: oneHour } = preferences.get(userId) ?? {};
    return { userId, twoDaysBefore: isTheirs && twoDays === 1, oneHourBefore: isTheirs && oneHour === 1 };
  }
}
