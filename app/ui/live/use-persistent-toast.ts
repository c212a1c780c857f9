import { useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * Keeps a success toast when a live change reloads the page: the server sends each toast only once.
 * A new answer or question above the input takes its place.
 */
export function usePersistentToast<Toast extends { id: string; kind: string }>(
  toast: Toast | undefined,
): Toast | undefined {
  const { pathname, search, key } = useLocation();
  const [kept, setKept] = useState({ toast, pathname, key });
  const isAnswered = key !== kept.key && /[?&](?:asked|when)=/.test(search);
  const hasChanged = toast
    ? toast.id !== kept.toast?.id
    : pathname !== kept.pathname || isAnswered || kept.toast?.kind === "error";
  if (hasChanged && (toast || kept.toast)) setKept({ toast, pathname, key });
  return hasChanged ? toast : kept.toast;
}
