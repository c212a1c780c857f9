import type { ReactNode } from "react";

interface SubmitButtonProps {
  className: string;
  isBusy: boolean;
  busyText: string;
  children: ReactNode;
}

export function SubmitButton({ className, isBusy, busyText, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} disabled={isBusy} aria-busy={isBusy || undefined}>
      {isBusy ? busyText : children}
    </button>
  );
}
