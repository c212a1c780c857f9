import type { ReactNode } from "react";

interface SubmitButtonProps {
  className: string;
  isBusy: boolean;
  busyText: string;
  /** False while a press could do nothing. */
  isReady?: boolean;
  children: ReactNode;
}

export function SubmitButton({
  className,
  isBusy,
  busyText,
  isReady = true,
  children,
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={className}
      disabled={isBusy || !isReady}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? busyText : children}
    </button>
  );
}
