import type { Selectable, Transaction } from "kysely";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import {
  findResponsibleUsers,
  remindedUser,
} from "#app/domain/tasks/find-responsible-users.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { preferredMinutes } from "../preferred-minutes.ts";

export interface Recipient {
  userId: string;
  /** True if the user does the task, or added it for somebody without an account. */
  isResponsible: boolean;
  /** Minutes before the due time; empty unless the user is responsible for the task. */
  preferredMinutes: number[];
}

/**
 * Keyed by task id. Preferences apply to the person whom the task reminds; former members of the
 * household get nothing.
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
  const candidates = tasks.map(({ id, household_id }) => {
    const remindedId = remindedUser(responsible.get(id)!);
    const customIds = (custom.get(id) ?? []).map(({ user_id }) => user_id);
    return {
      id,
      household_id,
      remindedId,
      userIds: [...new Set([remindedId, ...customIds])],
    };
  });
  const userIds = [...new Set(candidates.flatMap((task) => task.userIds))];
  const householdIds = await findHouseholdIds(trx, userIds);
  const preferences = await findPreferencesByUser(trx, userIds);
  return new Map(
    candidates.map(({ id, household_id, remindedId, userIds: candidateIds }) => {
      const members = candidateIds.filter((userId) => householdIds.get(userId) === household_id);
      return [id, members.map((userId) => recipientOf(userId, userId === remindedId))];
    }),
  );

  function recipientOf(userId: string, isResponsible: boolean): Recipient {
    const own = preferences.get(userId);
    const minutes = isResponsible && own ? preferredMinutes(own) : [];
    return { userId, isResponsible, preferredMinutes: minutes };
  }
}
