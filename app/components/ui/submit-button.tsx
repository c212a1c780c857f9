import type { ReactNode } from "react";

interface SubmitButtonProps {
  className: string;
  isBusy: boolean;
  busyText: string;
  children: ReactNode;
}

/** A form's button; while the form is on its way it says so and cannot be pressed again. */
export function SubmitButton({ className, isBusy, busyText, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} disabled={isBusy} aria-busy={isBusy || undefined}>
      {isBusy ? busyText : children}
    </button>
  );
}
