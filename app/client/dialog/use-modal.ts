import { type RefObject, useEffect, useLayoutEffect } from "react";

/** Keeps a `<dialog>` open while it is mounted. `onClose` follows when the browser has closed it, on Esc for example. */
export function useModal(dialog: RefObject<HTMLDialogElement>, onClose: () => void): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    // The event comes late: React's strict mode has closed the dialog and opened it again by then.
    const onCloseEvent = () => {
      if (!element.open) onClose();
    };
    element.showModal();
    element.addEventListener("close", onCloseEvent);
    return () => {
      element.removeEventListener("close", onCloseEvent);
      element.close();
      // After the page below has rendered: the browser gave the focus back to a card that may have moved.
      queueMicrotask(() => returnFocus(opener));
    };
  }, [dialog, onClose]);

  // Not a field: a phone's keyboard would cover half of the new dialog.
  useEffect(() => dialog.current?.focus(), [dialog]);
  // The focused element may be gone, when the next overdue task replaces the one before.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  });
}

/** To what opened the dialog, or to the page if that is gone. */
function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById("main");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
