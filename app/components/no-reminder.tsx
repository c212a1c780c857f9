import type { FormEvent } from "react";
import { useAttempts } from "./use-attempts.ts";

interface NoReminderProps {
  taskId: string;
  titleId: string;
}

/** Says that nobody will be reminded of a task, with one press for the reminder that is wanted most. */
export function NoReminder({ taskId, titleId }: NoReminderProps) {
  const { fetcher, send, isSending, failure } = useAttempts<{ error?: { minutesBefore?: string[] } }>(
    `remind-${taskId}`,
  );
  if (isSending) return null;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const refused = failure?.title ?? fetcher.data?.error?.minutesBefore?.join(" ");
  return (
    <form method="post" action={`/tasks/${taskId}/reminders`} className="no-reminder" onSubmit={onSubmit}>
      <input type="hidden" name="redirectTo" value="/dashboard" />
      <input type="hidden" name="minutesBefore" value="60" />
      No reminder
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
