import type { FormEvent } from "react";
import { Icon } from "../icons/icon.tsx";
import { ButtonForm } from "../shell/page-form.tsx";

interface ReminderButtonsProps {
  taskId: string;
  reminderId: string;
  returnTo: string;
  /** The id of the element that the buttons are about. */
  describedBy: string;
  /** Submits the form by script. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

const buttons = [
  { path: "snooze", label: "Snooze 1 hour", icon: "alarm-clock" },
  { path: "cancel", label: "Cancel reminder", icon: "x" },
] as const;

export function ReminderButtons({
  taskId,
  reminderId,
  returnTo,
  describedBy,
  onSubmit,
}: ReminderButtonsProps) {
  return buttons.map(({ path, label, icon }) => (
    <ButtonForm
      key={path}
      action={`/tasks/${taskId}/reminders/${reminderId}/${path}`}
      preventScrollReset
      onSubmit={onSubmit}
    >
      {path === "snooze" && <input type="hidden" name="minutes" value="60" />}
      <input type="hidden" name="redirectTo" value={returnTo} />
      <button
        type="submit"
        className="task-button"
        aria-label={label}
        aria-describedby={describedBy}
      >
        <Icon name={icon} />
      </button>
    </ButtonForm>
  ));
}
