import { useFetcher } from "@remix-run/react";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { failureToast, Toasts } from "../live/toast.tsx";

interface ConfirmedButtonProps {
  label: string;
  question: string;
  action: string;
  confirmLabel: string;
}

/** Shared by a page's buttons, so the page can show a failure after the button has disappeared. */
const fetcherKey = "confirmed-button";

/**
 * Asks for confirmation of what cannot be undone. The page must render a `ConfirmedButtonToast`.
 */
export function ConfirmedButton({ label, question, action, confirmLabel }: ConfirmedButtonProps) {
  const fetcher = useFetcher({ key: fetcherKey });
  return (
    <details className="confirmed">
      <summary className="row-button">{label}</summary>
      <fetcher.Form method="post" action={action} className="confirmed-panel">
        <p>{question}</p>
        <button type="submit" className="button-danger" {...whenBusy(fetcher.state !== "idle")}>
          {confirmLabel}
        </button>
      </fetcher.Form>
    </details>
  );
}

export function ConfirmedButtonToast() {
  const { data, state } = useFetcher({ key: fetcherKey });
  return <Toasts toast={state === "idle" ? failureToast(data, fetcherKey) : undefined} />;
}
