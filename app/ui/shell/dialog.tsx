import { useFetchers, useLocation, useNavigation, useRouteLoaderData } from "@remix-run/react";
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useRef,
  type RefObject,
  useEffect,
} from "react";
import { dialogId } from "#app/ui/kit/page-dialog.ts";
import { useEffectAtOnce } from "#app/ui/kit/use-effect-at-once.ts";
import { useModal } from "#app/ui/kit/use-modal.ts";
import { usePersistentToast } from "#app/ui/live/use-persistent-toast.ts";
import { DueAlerts } from "../live/due-alerts.tsx";
import { type Toast, Toasts } from "../live/toast.tsx";

const DialogContext = createContext<{ close: () => void } | null>(null);

/** Returns null if the page is not in a dialog. */
export const useDialog = () => useContext(DialogContext);

/** The browser closes the dialog before `onClose`, so closing never waits for a connection. */
export function PageDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const toast = usePersistentToast(useRouteLoaderData<{ toast?: Toast }>("root")?.toast);
  const isSaving = [useNavigation(), ...useFetchers()].some(
    ({ formMethod }) => formMethod !== undefined,
  );
  useKeyboardInset(dialog);
  useModal(dialog, onClose);
  const { pathname } = useLocation();
  // The dialog stays open when it shows the next page, and so would its scroll position.
  useEffectAtOnce(() => {
    if (dialog.current) dialog.current.scrollTop = 0;
  }, [pathname]);

  const close = () => dialog.current?.close();
  const onPress = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && !hasUnsavedInput(event.currentTarget)) close();
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
        <DueAlerts isInDialog />
        <Toasts toast={toast} />
        <div className="dialog-page">{children}</div>
      </DialogContext.Provider>
    </dialog>
  );
}

function hasUnsavedInput(dialog: HTMLDialogElement): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/** Sets `--keyboard-inset`, because Safari shows a phone's keyboard over the bottom of the page. */
function useKeyboardInset(target: RefObject<HTMLElement>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const isZoomed = viewport.scale > 1.01;
      const covered = isZoomed
        ? 0
        : Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      target.current?.style.setProperty("--keyboard-inset", `${covered}px`);
    };
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
    };
  }, [target]);
}
