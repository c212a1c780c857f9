import { useContext } from "react";
import { ReturnToContext } from "../ui/return-to.tsx";

export function NoReminder({ taskId }: { taskId: string }) {
  const returnTo = useContext(ReturnToContext);
  const describedBy = `task-${taskId}`;
  return (
    <>
      {/* Other pages set `redirectTo` on each card. Without it, this action returns to the task. */}
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
