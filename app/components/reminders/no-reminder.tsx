import { useContext } from "react";
import { ReturnToContext } from "../ui/return-to.tsx";

/** Says that a task has no reminder, with a button for the most common one. */
export function NoReminder({ taskId }: { taskId: string }) {
  const returnTo = useContext(ReturnToContext);
  const describedBy = `task-${taskId}`;
  return (
    <>
      {/* Other pages name themselves in each card. From the dashboard this action would lead to the task's page. */}
      {!returnTo && <input type="hidden" name="redirectTo" value="/dashboard" />}
      <a className="chip" href={`/tasks/${taskId}`} aria-describedby={describedBy}>
        No reminder
      </a>
      <button
        type="submit"
        className="text-link"
        formAction={`/tasks/${taskId}/reminders`}
        name="minutesBefore"
        value="60"
        aria-describedby={describedBy}
      >
        1 hour before
      </button>
    </>
  );
}
