import { ListChecks, SendHorizontal } from "lucide-react";

export function SendButton({ isSending }: { isSending: boolean }) {
  return (
    <button
      type="submit"
      className="add-task-send"
      aria-label="Send"
      disabled={isSending}
      aria-busy={isSending || undefined}
    >
      <SendHorizontal className="icon" aria-hidden="true" />
    </button>
  );
}

/** Stands after the send button, since Enter presses the first button of a form. */
export function ConfirmButton() {
  return (
    <button
      type="submit"
      className="add-task-confirm"
      aria-label="Review before adding"
      formMethod="get"
      formAction="/tasks/confirm"
    >
      <ListChecks className="icon" aria-hidden="true" />
    </button>
  );
}
