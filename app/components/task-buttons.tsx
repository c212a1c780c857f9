import { Form, Link, useNavigation } from "@remix-run/react";
import { AlarmClock, CalendarDays, CalendarPlus, Check, Pencil, RotateCcw, Trash2, UserRoundPlus } from "lucide-react";

interface TaskButtonsProps {
  id: string;
  isCompleted: boolean;
  snoozeId: string | null;
}

/** What can be done about a task, for a thumb: first what somebody wants who comes from a reminder. */
export function TaskButtons({ id, isCompleted, snoozeId }: TaskButtonsProps) {
  const page = `/tasks/${id}`;
  const sending = useNavigation().formAction;
  const change = isCompleted ? "reopen" : "complete";
  return (
    <div className="task-buttons">
      <div>
        <Form method="post" action={`${page}/${change}`}>
          <input type="hidden" name="redirectTo" value={page} />
          <button
            type="submit"
            className={isCompleted ? "button-secondary" : "button-primary"}
            disabled={Boolean(sending)}
            aria-busy={sending === `${page}/${change}` || undefined}
          >
            {isCompleted ? (
              <RotateCcw className="icon" aria-hidden="true" />
            ) : (
              <Check className="icon" aria-hidden="true" />
            )}
            {isCompleted ? "Reopen" : "Done"}
          </button>
        </Form>
        {snoozeId && (
          <Form method="post" action={`${page}/reminders/${snoozeId}/snooze`}>
            <input type="hidden" name="minutes" value="60" />
            <input type="hidden" name="redirectTo" value={page} />
            <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
              <AlarmClock className="icon" aria-hidden="true" />
              Snooze 1 hour
            </button>
          </Form>
        )}
      </div>
      <div>
        <Link className="button-secondary" to={`${page}/date`}>
          <CalendarDays className="icon" aria-hidden="true" />
          Date
        </Link>
        {/* The browser's own form: it leaves for another site. */}
        <form method="post" action={`${page}/calendar`}>
          <button type="submit" className="button-secondary">
            <CalendarPlus className="icon" aria-hidden="true" />
            Add to calendar
          </button>
        </form>
        {!isCompleted && (
          <Link className="button-secondary" to={`${page}/delegate`}>
            <UserRoundPlus className="icon" aria-hidden="true" />
            Delegate
          </Link>
        )}
        <Link className="button-secondary" to={`${page}/edit`}>
          <Pencil className="icon" aria-hidden="true" />
          Edit
        </Link>
        <Form method="post" action={`${page}/delete`}>
          <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
            <Trash2 className="icon" aria-hidden="true" />
            Delete
          </button>
        </Form>
      </div>
    </div>
  );
}
