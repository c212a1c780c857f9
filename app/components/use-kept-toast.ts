import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { Toast } from "./toast.tsx";

/**
 * A success that was said stays until it fades, although the page is loaded anew where it stands because somebody else
 * changed something: the server says each thing once.
 */
export function useKeptToast(toast: Toast | undefined): Toast | undefined {
  const { pathname } = useLocation();
  const [kept, keep] = useState({ toast, pathname });
  const isAnother = toast ? toast.id !== kept.toast?.id : pathname !== kept.pathname || kept.toast?.kind === "error";
  if (isAnother && (toast || kept.toast)) keep({ toast, pathname });
  return isAnother ? toast : kept.toast;
}
