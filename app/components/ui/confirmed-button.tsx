import { useFetcher } from "@remix-run/react";
import { failureToast, Toasts } from "./toast.tsx";

interface ConfirmedButtonProps {
  /** Opens the question. */
  label: string;
  question: string;
  /** The URL that does it. */
  action: string;
  /** On the button that does it. */
  confirm: string;
}

/** The buttons of a page share it, so that the page can say what failed after the button itself has gone. */
const key = "confirmed-button";

/** A button that asks before it does what cannot be undone. Its page shows a `ConfirmedButtonToast`. */
export function ConfirmedButton({ label, question, action, confirm }: ConfirmedButtonProps) {
  const fetcher = useFetcher({ key });
  return (
    <details className="confirmed">
      <summary className="row-button">{label}</summary>
      <fetcher.Form method="post" action={action} className="confirmed-panel">
        <p>{question}</p>
        <button type="submit" className="button-danger" disabled={fetcher.state !== "idle"}>
          {confirm}
        </button>
      </fetcher.Form>
    </details>
  );
}

/** What the last confirmed button of the page could not do. */
export function ConfirmedButtonToast() {
  const { data, state } = useFetcher({ key });
  return <Toasts toast={state === "idle" ? failureToast(data) : undefined} />;
}
