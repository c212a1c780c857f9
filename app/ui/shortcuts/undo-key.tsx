import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { failureToast, Toasts } from "../live/toast.tsx";
import { isTypedIn } from "./use-shortcuts.ts";

/** Ctrl-Z, or Command-Z on a Mac, presses the Undo that is shown, or takes back the last change. */
export function UndoKey() {
  const { submit, state, data } = useFetcher();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isUndo(event) || event.defaultPrevented || isTypedIn(event)) return;
      // A dialog's form has its own.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      const shown = document.querySelector<HTMLElement>(".toast form .toast-button");
      if (shown) shown.click();
      else submit({ redirectTo: pathname + search }, { method: "post", action: "/undo" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [submit, pathname, search]);
  const failure = state === "idle" ? failureToast(data) : undefined;
  return failure ? <Toasts toast={failure} /> : null;
}

const isUndo = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "z";
