import { Form } from "@remix-run/react";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { TonightButton } from "./tonight-button.tsx";

export interface UnsavedChange extends UnsavedForm {
  /** The key of the failed fetcher; a page's own form has none. */
  fetcherKey?: string;
}

interface UnsavedButtonsProps {
  unsaved: UnsavedChange;
  /** Sends it again, if the page shows the change before it is saved. */
  onRetry?: () => void;
  /** The id of the element with its title. */
  describedBy?: string;
  /** True if the browser submitted the form, so that the page and its scripts' state are gone. */
  isPlain?: boolean;
  canRemind?: boolean;
  returnTo?: string | null;
  onReminded?: () => void;
}

/** Asks "Want me to try again or remind you later tonight?" (specification, section 8). */
export function UnsavedButtons({
  unsaved,
  onRetry,
  describedBy,
  isPlain = false,
  canRemind = true,
  returnTo = null,
  onReminded,
}: UnsavedButtonsProps) {
  const { action, fields, fetcherKey } = unsaved;
  const sends = fetcherKey
    ? { navigate: false, fetcherKey }
    : { replace: true, reloadDocument: isPlain };
  return (
    <div className="toast-offers">
      {onRetry ? (
        <button
          type="button"
          className="toast-offer"
          onClick={onRetry}
          aria-describedby={describedBy}
        >
          Try again
        </button>
      ) : (
        <Form method="post" action={action} {...sends} preventScrollReset>
          {fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="toast-offer" aria-describedby={describedBy}>
            Try again
          </button>
        </Form>
      )}
      {canRemind && (
        <TonightButton
          unsaved={unsaved}
          describedBy={describedBy}
          returnTo={returnTo}
          onReminded={onReminded}
        />
      )}
    </div>
  );
}
