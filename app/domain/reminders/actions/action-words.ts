import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import type { ReminderAction } from "./act-on-reminder.server.ts";

/** Does not name the task: its title may have changed since. */
export const leftHousehold = "Nothing changed, that was in a household that you have left";

/** Answers a button on a reminder, without a full stop. @param timeZone the reader's, if it is known */
export function actionWords(
  { outcome, task }: Pick<ReminderAction, "outcome" | "task">,
  now: string,
  timeZone: string | null,
): string {
  const { due_date: instant, due_time_zone: zone } = task;
  const when = instant && zone ? formatDue({ instant, timeZone: zone }, timeZone, now) : null;
  switch (outcome) {
    case "done":
      return doneFor(task, now) ?? (task.is_ahead && when ? `Done for ${when}` : "Done");
    case "snoozed":
      return "I'll remind you again in an hour";
    case "already_done":
      return "Nothing changed, it was done already";
    case "missed":
      return "Nothing changed, the next one has begun";
    case "gone":
      return "Nothing changed, it isn't on your list anymore";
    case "moved":
      return when
        ? `Nothing changed, it was moved to ${when}`
        : "Nothing changed, it has no date anymore";
    case "over":
      return "Nothing changed, this reminder is over";
  }
}
