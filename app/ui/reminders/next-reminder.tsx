import { Icon } from "../icons/icon.tsx";

interface NextReminderProps {
  taskId: string;
  label: string;
  /** The words are always read out, but shown only where they are news. */
  isShown: boolean;
}

export function NextReminder({ taskId, label, isShown }: NextReminderProps) {
  const words = `Reminds you ${label}`;
  return (
    <a className="chip" href={`/tasks/${taskId}/reminders`} title={isShown ? undefined : words}>
      <Icon name="bell" />
      <span className={isShown ? undefined : "sr-only"}>{words}</span>
    </a>
  );
}
