import { useFetcher } from "@remix-run/react";
import { failureToast, Toasts } from "./toast.tsx";

interface ConfirmedButtonProps {
  label: string;
  question: string;
  action: string;
  confirm: string;
}

/** Shared by a page's buttons, so the page can show a failure after the button has disappeared. */
const key = "confirmed-button";

/** Confirms what cannot be undone. The page must render a `ConfirmedButtonToast`. */
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

export function ConfirmedButtonToast() {
  const { data, state } = useFetcher({ key });
  return <Toasts toast={state === "idle" ? failureToast(data) : undefined} />;
}
