import type { FormEventHandler } from "react";

interface NoReminderProps {
  taskId: string;
  titleId: string;
  /** Why the one that was asked for is none. */
  refused?: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** Says that nobody will be reminded of a task; leads to its page, with one press for the reminder that is wanted most. */
export function NoReminder({ taskId, titleId, refused, onSubmit }: NoReminderProps) {
  return (
    <form method="post" action={`/tasks/${taskId}/reminders`} className="no-reminder" onSubmit={onSubmit}>
      <input type="hidden" name="redirectTo" value="/dashboard" />
      <input type="hidden" name="minutesBefore" value="60" />
      <a className="chip" href={`/tasks/${taskId}`} aria-describedby={titleId}>
        No reminder
      </a>
      <button type="submit" className="text-link" aria-describedby={titleId}>
        1 hour before
      </button>
      {refused && (
        <span role="alert" className="field-error">
          {refused}
        </span>
      )}
    </form>
  );
}
