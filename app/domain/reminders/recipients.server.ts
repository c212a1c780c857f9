import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/** Somebody who is reminded of a task, and when they like to be. */
export interface Recipient {
  taskId: string;
  userId: string;
  twoDaysBefore: boolean;
  oneHourBefore: boolean;
}

/**
 * Who is reminded of these tasks: who made each, and who has said that they will do it, if they have an account
 *, both as their preferences say; and who asked for a reminder on the task itself. Only while
 * they are members of its household.
 */
export async function findRecipients(trx: Transaction<Database>, taskIds: string[]): Promise<Recipient[]> {
  const rows = await trx
    .selectFrom("tasks")
    .leftJoin("family_members as delegate", (join) =>
      join.onRef("delegate.id", "=", "tasks.delegated_to").on("tasks.delegation_status", "=", "accepted"),
    )
    .innerJoin("household_members as member", (join) =>
      join
        .onRef("member.household_id", "=", "tasks.household_id")
        .on((eb) =>
          eb.or([
            eb("member.user_id", "=", eb.ref("tasks.user_id")),
            eb("member.user_id", "=", eb.ref("delegate.linked_user_id")),
            eb.exists(
              eb
                .selectFrom("reminders")
                .select("reminders.id")
                .whereRef("reminders.task_id", "=", "tasks.id")
                .whereRef("reminders.user_id", "=", "member.user_id")
                .where("reminders.origin", "=", "custom"),
            ),
          ]),
        ),
    )
    .innerJoin("user_preferences as preferences", "preferences.user_id", "member.user_id")
    .select(["tasks.id as taskId", "member.user_id as userId"])
    .select(["tasks.user_id as makerId", "delegate.linked_user_id as delegateId"])
    .select(["preferences.reminder_two_days_before as two_days", "preferences.reminder_one_hour_before as one_hour"])
    .where("tasks.id", "in", taskIds)
    .execute();
  return rows.map(({ taskId, userId, makerId, delegateId, two_days, one_hour }) => {
    const isTheirs = userId === makerId || userId === delegateId;
    return { taskId, userId, twoDaysBefore: isTheirs && two_days === 1, oneHourBefore: isTheirs && one_hour === 1 };
  });
}
