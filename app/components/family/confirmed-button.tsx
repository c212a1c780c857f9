import { useFetcher } from "@remix-run/react";
import { failureToast, Toasts } from "../toast.tsx";

interface ConfirmedButtonProps {
  /** Opens the question. */
  label: string;
  /** What it means. */
  question: string;
  /** The URL that does it. */
  action: string;
  /** On the button that does it. */
  confirm: string;
}

/** A button whose press cannot be taken back: it says first what it means. */
export function ConfirmedButton({ label, question, action, confirm }: ConfirmedButtonProps) {
  const fetcher = useFetcher();
  return (
    <details className="confirmed">
      <summary className="row-button">{label}</summary>
      <fetcher.Form method="post" action={action} className="confirmed-panel">
        <p>{question}</p>
        <button type="submit" className="button-danger" disabled={fetcher.state !== "idle"}>
          {confirm}
        </button>
        <Toasts toast={failureToast(fetcher.data)} />
      </fetcher.Form>
    </details>
  );
}
