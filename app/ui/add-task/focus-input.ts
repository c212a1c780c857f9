import type { MouseEvent } from "react";

/** For a button that goes away. On a phone, the input's focus would open the keyboard. */
export function focusInput({ detail }: MouseEvent<HTMLElement>): void {
  const isByKeyboard = detail === 0;
  if (!isByKeyboard && matchMedia("(pointer: coarse)").matches) return;
  document.querySelector<HTMLElement>(".add-task textarea")?.focus({ preventScroll: true });
}
