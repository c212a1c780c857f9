import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import type { ReminderAction } from "./act-on-reminder.server.ts";

/** Does not name the task, because its title may have changed since. */
export const leftHousehold = "Nothing changed, that was in a household that you have left";

/** Answers a button on a reminder, without a full stop. @param timeZone the reader's, if known */
export function actionWords(
  { outcome, task, mover }: Pick<ReminderAction, "outcome" | "task" | "mover">,
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
      return `Nothing changed, ${describeMove(when, mover)}`;
    case "over":
      return "Nothing changed, this reminder is over";
  }
}

function describeMove(when: string | null, mover: string | null = null): string {
  if (when) return mover ? `${mover} moved this to ${when}` : `it was moved to ${when}`;
  return mover ? `${mover} removed its date` : "it has no date anymore";
}
