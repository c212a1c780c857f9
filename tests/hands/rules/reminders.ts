import { preferredMinutes } from "#app/domain/reminders/preferred-minutes.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { StateRule } from "./rule.ts";
import { type Snapshot, titleOf } from "./snapshot.ts";

/** The account that the preferences remind: who does it, or else who made it. */
function responsibleFor(now: Snapshot, task: Snapshot["tasks"][number]): Set<string> {
  const isAccepted = task.delegation_status === "accepted";
  const doer = isAccepted ? task.delegated_to : task.assignee_id;
  const doerAccount = now.person(doer)?.user_id ?? null;
  const members = new Set(
    now.household_members
      .filter(({ household_id }) => household_id === task.household_id)
      .map(({ user_id }) => user_id),
  );
  const reminded = doerAccount ?? task.user_id;
  return new Set(members.has(reminded) ? [reminded] : []);
}

export const reminderStates: StateRule[] = [
  {
    sentence: "Nobody who has left is reminded.",
    // Seen to catch: `findRecipients` that keeps those who are no members.
    check: (now) =>
      now.reminders.flatMap(({ status, user_id, task_id }) => {
        const task = now.task(task_id);
        const isMember = now.household_members.some(
          (member) => member.user_id === user_id && member.household_id === task?.household_id,
        );
        return status !== "pending" || !task || isMember
          ? []
          : [`Somebody who has left would be reminded of ${titleOf(task)}`];
      }),
  },
  {
    sentence: "Nobody is reminded of what is done or gone.",
    // Seen to catch: `plannedFor` without its look at `is_completed`.
    check: (now) =>
      now.reminders.flatMap(({ status, task_id }) => {
        const task = now.task(task_id);
        const isGone = task && (task.is_completed || (task.deleted_at && !task.is_ahead));
        return status === "pending" && isGone
          ? [`A reminder of ${titleOf(task)} is planned, which is over`]
          : [];
      }),
  },
  {
    sentence: "Whoever has a task is reminded as they want, from the moment it is theirs.",
    // Seen to catch: a table of rules without `syncReminders`.
    check(now) {
      const soon = laterBy(now.now, { minutes: 1 });
      return now.tasks.flatMap((task) => {
        const { due_date: due } = task;
        if (!due || task.is_completed || task.deleted_at) return [];
        return [...responsibleFor(now, task)].flatMap((userId) => {
          const preferences = now.user_preferences.find(({ user_id }) => user_id === userId);
          const own = now.reminders.filter(
            ({ task_id, user_id }) => task_id === task.id && user_id === userId,
          );
          // Two days before, a date that repeats may not have been known.
          const wanted = preferences
            ? preferredMinutes(preferences).filter((one) => one <= 60)
            : [];
          return wanted.flatMap((minutes) => {
            const at = new Date(Date.parse(due) - minutes * 60_000).toISOString();
            const isThere = own.some(
              ({ minutes_before, status }) =>
                status !== "dormant" && Math.abs(minutes_before - minutes) <= 10,
            );
            const who = now.people.find(({ user_id }) => user_id === userId)?.name;
            return at <= soon || isThere
              ? []
              : [`${who} has ${titleOf(task)} and no reminder ${minutes} minutes before`];
          });
        });
      });
    },
  },
  {
    sentence: "Preferences remind only those who have the task.",
    // Seen to catch: `findResponsibleUsers` that counts whoever was only asked.
    check: (now) =>
      now.reminders.flatMap((reminder) => {
        const task = now.task(reminder.task_id);
        if (reminder.status !== "pending" || reminder.origin !== "preference" || !task) return [];
        // Someone who snoozed it wants it, whoever has the task by now.
        if (reminder.scheduled_at > reminder.planned_at) return [];
        if (task.is_ahead || responsibleFor(now, task).has(reminder.user_id)) return [];
        const who = now.people.find(({ user_id }) => user_id === reminder.user_id)?.name;
        return [`${who} would be reminded of ${titleOf(task)}, which is not theirs`];
      }),
  },
  {
    sentence: "A reminder comes at the time that its task says.",
    // Seen to catch: `changedReminder` that keeps an earlier time.
    check: (now) =>
      now.reminders.flatMap(({ status, task_id, minutes_before, planned_at }) => {
        const task = now.task(task_id);
        if (status !== "pending" || !task?.due_date || minutes_before >= 24 * 60) return [];
        const at = new Date(Date.parse(task.due_date) - minutes_before * 60_000).toISOString();
        return at === planned_at
          ? []
          : [`A reminder of ${titleOf(task)} is planned for ${planned_at}`];
      }),
  },
];
