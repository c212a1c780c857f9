import { Icon } from "../icons/icon.tsx";
import { tooEarlyEveryTime } from "./copy.ts";
import { ButtonForm } from "../shell/page-form.tsx";
import { ReminderButtons } from "./reminder-buttons.tsx";

interface TaskReminder {
  id: string;
  status: "pending" | "sent" | "cancelled" | "next";
  outcome: "sent" | "on its way" | "not sent" | null;
  before: string;
  scheduledAt: string;
  label: string;
  isSnoozed: boolean;
  isEveryTime: boolean;
  isTooEarly: boolean;
}

interface TaskRemindersProps {
  taskId: string;
  reminders: TaskReminder[];
  page: string;
  isRepeating: boolean;
}

const icons = {
  pending: "bell",
  "on its way": "bell",
  sent: "bell-ring",
  "not sent": "bell-off",
  cancelled: "bell-off",
  next: "bell",
} as const;

export function TaskReminders({ taskId, reminders, page, isRepeating }: TaskRemindersProps) {
  if (reminders.length === 0) return <p className="empty">No reminders yet</p>;
  return (
    <ul className="task-list">
      {reminders.map((reminder) => (
        <TaskReminderRow
          key={reminder.id}
          taskId={taskId}
          reminder={reminder}
          page={page}
          isEveryTime={isRepeating && reminder.isEveryTime}
        />
      ))}
    </ul>
  );
}

interface TaskReminderRowProps {
  taskId: string;
  reminder: TaskReminder;
  page: string;
  isEveryTime: boolean;
}

function TaskReminderRow({ taskId, reminder, page, isEveryTime }: TaskReminderRowProps) {
  const { id, status, outcome, before, scheduledAt, label, isSnoozed, isTooEarly } = reminder;
  const timeId = `reminder-${id}`;
  return (
    <li className="task-reminder" data-status={status}>
      <Icon name={icons[outcome ?? status]} />
      <div className="min-w-0 grow">
        <p id={timeId} className="font-semibold">
          {status !== "next" && <time dateTime={scheduledAt}>{label}</time>}
          {status === "next" && (isTooEarly ? "Not used" : "From the next one on")}
        </p>
        <p className="hint">
          {isSnoozed ? "Snoozed" : before}
          {outcome && ` · ${outcome}`}
          {status === "cancelled" && (isEveryTime ? " · cancelled only this time" : " · cancelled")}
          {status !== "cancelled" &&
            isEveryTime &&
            (isTooEarly ? ` · ${tooEarlyEveryTime}` : " · every time")}
        </p>
      </div>
      {isEveryTime && status !== "pending" && (
        <ButtonForm action={`/tasks/${taskId}/reminders/${id}/cancel`} preventScrollReset>
          <input type="hidden" name="redirectTo" value={page} />
          <button
            type="submit"
            className="text-link"
            name="scope"
            value="following"
            aria-describedby={timeId}
          >
            Not any more
          </button>
        </ButtonForm>
      )}
      {status === "pending" && (
        <div className="flex">
          <ReminderButtons taskId={taskId} reminderId={id} returnTo={page} describedBy={timeId} />
        </div>
      )}
    </li>
  );
}
