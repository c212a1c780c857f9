import { useLocation } from "@remix-run/react";
import { useState } from "react";

/** Keeps a success toast when a live change reloads the page: the server sends each toast only once. */
export function useKeptToast<Toast extends { id: string; kind: string }>(toast: Toast | undefined): Toast | undefined {
  const { pathname } = useLocation();
  const [kept, keep] = useState({ toast, pathname });
  const isAnother = toast ? toast.id !== kept.toast?.id : pathname !== kept.pathname || kept.toast?.kind === "error";
  if (isAnother && (toast || kept.toast)) keep({ toast, pathname });
  return isAnother ? toast : kept.toast;
}
