import { useFetchers, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { dialogId } from "#app/client/dialog/open-dialog.ts";
import { type Toast, Toasts } from "./toast.tsx";
import { useKeptToast } from "#app/client/live/use-kept-toast.ts";
import { useKeyboardInset } from "#app/client/dialog/use-keyboard-inset.ts";

const DialogContext = createContext<{ close: () => void } | null>(null);

/** The dialog that a page is shown in; null on a page by itself. */
export const useDialog = () => useContext(DialogContext);

/**
 * A page over the one that it was opened from. However it is closed (Esc, a button, a press beside it), the browser
 * closes it first and `onClose` follows, so that it never waits for a connection.
 */
export function PageDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toast = useKeptToast(useRouteLoaderData<{ toast?: Toast }>("root")?.toast);

  const isSaving = [useNavigation(), ...useFetchers()].some(({ formMethod }) => formMethod !== undefined);
  useKeyboardInset(dialog);

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    element.showModal();
    element.addEventListener("close", onClose);
    return () => {
      element.removeEventListener("close", onClose);
      element.close();
      // Once the page behind is done too: a card that moved has lost the focus that the browser gave back to it.
      queueMicrotask(() => giveBackFocus(opener));
    };
  }, [onClose]);

  // Not a field: a phone would cover half of what has just opened with its keyboard.
  useEffect(() => dialog.current?.focus(), []);
  // What had the focus may be gone: the next overdue task has taken the place of the one before.
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  });

  const close = () => dialog.current?.close();
  const onPress = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && !hasTyped(event.currentTarget)) close();
  };
  return (
    <dialog
      ref={dialog}
      id={dialogId}
      className="dialog"
      aria-labelledby="page-title"
      aria-busy={isSaving}
      tabIndex={-1}
      onClick={onPress}
    >
      <DialogContext.Provider value={{ close }}>
        <div className="dialog-page">{children}</div>
      </DialogContext.Provider>
      <Toasts toast={toast} />
    </dialog>
  );
}

/** Whether a press beside the dialog would cost somebody what they wrote. */
function hasTyped(dialog: HTMLDialogElement): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/** To what opened the dialog; where that is gone, to the page. */
function giveBackFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById("main");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
