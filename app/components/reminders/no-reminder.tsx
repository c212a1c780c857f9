import { useContext } from "react";
import { ReturnToContext } from "../tasks/card/return-to.tsx";

/** Says that nobody will be reminded of a task; leads to its page, with one press for the reminder that is wanted most. */
export function NoReminder({ taskId }: { taskId: string }) {
  const returnTo = useContext(ReturnToContext);
  const describedBy = `task-${taskId}`;
  return (
    <>
      {/* Other pages name themselves in each card; the dashboard only here, where it would not be led back to. */}
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
