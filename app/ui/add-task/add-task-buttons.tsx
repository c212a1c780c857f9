import { Icon } from "../icons/icon.tsx";

export function SendButton({ isSending }: { isSending: boolean }) {
  return (
    <button
      type="submit"
      className="add-task-send"
      aria-label="Send"
      disabled={isSending}
      aria-busy={isSending || undefined}
    >
      <Icon name="send-horizontal" />
    </button>
  );
}

/** Must follow the send button: Enter presses a form's first button. */
export function ConfirmButton() {
  return (
    <button
      type="submit"
      className="add-task-confirm"
      aria-label="Review before adding"
      formMethod="get"
      formAction="/tasks/confirm"
    >
      <Icon name="list-checks" />
    </button>
  );
}
