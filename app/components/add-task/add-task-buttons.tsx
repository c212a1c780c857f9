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

/** To be put after the other: Enter presses the first button of a form. */
export function LookButton() {
  return (
    <button
      type="submit"
      className="add-task-look"
      aria-label="Look before adding"
      formMethod="get"
      formAction="/tasks/confirm"
    >
      <ListChecks className="icon" aria-hidden="true" />
    </button>
  );
}
