import { useContext } from "react";
import { ReturnToContext } from "../kit/hidden-fields.tsx";
import { Icon } from "../icons/icon.tsx";

interface NoReminderProps {
  taskId: string;
  choices: { minutesBefore: number; label: string }[];
}

export function NoReminder({ taskId, choices }: NoReminderProps) {
  const returnTo = useContext(ReturnToContext);
  const describedBy = `task-${taskId}`;
  const page = `/tasks/${taskId}/reminders`;
  return (
    <>
      {/* Other pages set `redirectTo` on each card. Without it, this action returns to the task. */}
      {!returnTo && <input type="hidden" name="redirectTo" value="/dashboard" />}
      <details className="card-menu">
        <summary
          className="task-button"
          aria-label="No reminder"
          aria-describedby={describedBy}
          title="No reminder"
        >
          <Icon name="bell-off" />
        </summary>
        <div className="card-menu-panel">
          {choices.map(({ minutesBefore, label }) => (
            <button
              key={minutesBefore}
              type="submit"
              className="menu-item"
              formAction={page}
              name="minutesBefore"
              value={minutesBefore}
              aria-describedby={describedBy}
            >
              {label}
            </button>
          ))}
          <a className="menu-item" href={page} aria-describedby={describedBy}>
            Another time
          </a>
        </div>
      </details>
    </>
  );
}
