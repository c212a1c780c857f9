import type { FormEventHandler } from "react";

interface NoReminderProps {
  taskId: string;
  titleId: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** Says that nobody will be reminded of a task, with one press for the reminder that is wanted most. */
export function NoReminder({ taskId, titleId, onSubmit }: NoReminderProps) {
  return (
    <form method="post" action={`/tasks/${taskId}/reminders`} className="no-reminder" onSubmit={onSubmit}>
      <input type="hidden" name="redirectTo" value="/dashboard" />
      No reminder
      <button type="submit" name="minutesBefore" value="60" className="text-link" aria-describedby={titleId}>
        1 hour before
      </button>
    </form>
  );
}
