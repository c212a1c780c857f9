import { Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { whenBusy } from "./when-busy.ts";

interface SubmitButtonProps {
  className: string;
  /** Overrides the default, which is busy while the page sends any form. */
  isBusy?: boolean;
  busyText: string;
  /** False if a press could do nothing. */
  isReady?: boolean;
  children: ReactNode;
}

export function SubmitButton({ className, busyText, isReady = true, ...props }: SubmitButtonProps) {
  const isSending = useNavigation().formMethod !== undefined;
  const { isBusy = isSending, children } = props;
  return (
    <button
      type="submit"
      className={className}
      disabled={!isReady}
      {...whenBusy(isBusy)}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? busyText : children}
    </button>
  );
}

interface SaveRowProps {
  cancelTo?: string;
  /** Shown instead of a link to a fixed page. */
  cancel?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** The last row of a form. */
export function SaveRow({ cancelTo, cancel, isBusy, children }: SaveRowProps) {
  return (
    <div className="button-row">
      {cancelTo && (
        <Link className="button-secondary" to={cancelTo}>
          Cancel
        </Link>
      )}
      {cancel}
      <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
        {children}
      </SubmitButton>
    </div>
  );
}
