import { twinOf } from "#app/ui/kit/twin-of.ts";
import { pageHeading } from "./page-heading.ts";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

export function useModal(dialog: RefObject<HTMLDialogElement>, onClose: () => void): void {
  const latestOnClose = useRef(onClose);
  // Runs before the browser handles the next key: a dialog that shows the next page must not close
  // like the page before.
  useLayoutEffect(() => {
    latestOnClose.current = onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    // The event fires late: by then, React's strict mode has closed and reopened the dialog.
    const onCloseEvent = () => {
      if (!element.open) latestOnClose.current();
    };
    element.showModal();
    element.addEventListener("close", onCloseEvent);
    return () => {
      element.removeEventListener("close", onCloseEvent);
      element.close();
      // Waits for the page below to render: the browser may have focused a card that has moved.
      queueMicrotask(() => returnFocus(opener));
    };
  }, [dialog]);

  // Focusing a field would open a phone's keyboard over half of the dialog.
  useEffect(() => dialog.current?.focus(), [dialog]);
  // The focused element disappears when the next overdue task replaces the current one.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  });
}

function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const isThere = opener?.isConnected && opener !== document.body;
  const target = isThere ? opener : ((opener && twinOf(opener)) ?? pageHeading());
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
