import { useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * Keeps a success toast when a live change reloads the page: the server sends each toast only once.
 */
export function usePersistentToast<Toast extends { id: string; kind: string }>(
  toast: Toast | undefined,
): Toast | undefined {
  const { pathname } = useLocation();
  const [kept, setKept] = useState({ toast, pathname });
  const hasChanged = toast
    ? toast.id !== kept.toast?.id
    : pathname !== kept.pathname || kept.toast?.kind === "error";
  if (hasChanged && (toast || kept.toast)) setKept({ toast, pathname });
  return hasChanged ? toast : kept.toast;
}
