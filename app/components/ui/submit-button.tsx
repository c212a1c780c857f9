import type { ReactNode } from "react";

interface SubmitButtonProps {
  className: string;
  isBusy: boolean;
  busyText: string;
  children: ReactNode;
}

/** Disabled and with another text while its form is being sent. */
export function SubmitButton({ className, isBusy, busyText, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} disabled={isBusy} aria-busy={isBusy || undefined}>
      {isBusy ? busyText : children}
    </button>
  );
}
